import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  eventsOf,
  type GivenBatch,
  type VisitEvent,
} from '../../src/modules/visits/collecting/visit-events.js';
import { overAt } from '../../src/modules/visits/computing/visit-schedule.js';
import { sessionOf } from '../../src/modules/visits/computing/visit-session.js';
import { visitSummary, type VisitSummary } from '../../src/modules/visits/computing/visit-summary.js';
import { PreparedReads } from '../../src/shared/database/records/prepared-reads.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { newUuid } from '../../src/shared/kernel/ids.js';
import { useTestService } from '../support/test-service.js';

const { service } = useTestService({ ROLE: 'api' });

interface GoldenBatch extends GivenBatch {
  visit: string;
  receivedAt: number;
  /** Made by the service itself, and kept as it is. */
  server?: boolean;
}

interface GoldenVisit {
  name: string;
  batches: GoldenBatch[];
  expected: { visit: string }[];
}

const GOLDEN = JSON.parse(
  readFileSync(join(import.meta.dirname, 'golden-visits.json'), 'utf8'),
) as GoldenVisit[];

interface Received {
  event: VisitEvent;
  receivedAt: number;
}

/** Each event once, with the moment at which it was received. */
function received(batches: readonly GoldenBatch[]): Received[] {
  const kept = new Map<string, Received>();
  for (const batch of batches.toSorted((a, b) => a.receivedAt - b.receivedAt)) {
    const { receivedAt } = batch;
    const events = batch.server ? (batch.events as VisitEvent[]) : eventsOf(batch, receivedAt);
    for (const event of events) if (!kept.has(event.id)) kept.set(event.id, { event, receivedAt });
  }
  return [...kept.values()];
}

/** What the database sums up of a visit with these events, stored in this order. */
async function summaryOf(events: readonly Received[]): Promise<VisitSummary | undefined> {
  const visitId = newUuid();
  const rows = events.map(({ event: { id, type, at, ...details }, receivedAt }) => ({
    ...{ id, type, at, receivedAt, details },
  }));
  await service.pool.query(
    `insert into visit_event (tenant_id, visit_id, id, type, at, received_at, details)
     select $1, $2, id, type, to_timestamp(at / 1000), to_timestamp("receivedAt" / 1000), details
     from json_to_recordset($3) as event (id text, type text, at float8, "receivedAt" float8, details json)`,
    [service.home.id, visitId, JSON.stringify(rows)],
  );
  return inContext({ tenantId: service.home.id }, () =>
    service.app.get(PreparedReads).one(visitSummary, visitId),
  );
}

async function computed(visit: string, batches: readonly GoldenBatch[]): Promise<object | undefined> {
  const summary = await summaryOf(received(batches));
  if (!summary) return undefined;
  const session = sessionOf(summary);
  const { utmSource, utmMedium, utmCampaign, utmTerm, utmContent } = session;
  return {
    visit,
    computeAt: overAt(summary),
    startedAt: session.sessionStartedAt.getTime(),
    endedAt: session.sessionEndedAt!.getTime(),
    timeSpentSeconds: session.timeSpentSeconds,
    maxScrollDepth: session.maxScrollDepthPercentage,
    clicks: session.totalClicksCount,
    questions: session.questionsAskedCount,
    ...{ hasConversion: session.hasConversion, isBounce: session.isBounce },
    formSubmissionId: session.formSubmissionId,
    pageUrl: summary.firstView?.pageUrl ?? null,
    utm: {
      ...{ source: utmSource, medium: utmMedium, campaign: utmCampaign },
      ...{ term: utmTerm, content: utmContent },
    },
    ...{ referrer: session.referrer, device: session.device, language: session.language },
    interactions: session.interactions.map(
      ({ label, componentContext, componentId, responseText, groundingChunkIds, timestamp: at }) =>
        componentContext === 'question'
          ? { label, responseText, groundingChunkIds, at }
          : { label, componentId, at },
    ),
  };
}

it.each(GOLDEN.map((golden) => [golden.name, golden] as const))(
  '%s',
  async (_name, { batches, expected }) => {
    const visits = [...new Set(batches.map(({ visit }) => visit))].sort();
    const found = visits.map((visit) =>
      computed(
        visit,
        batches.filter((batch) => batch.visit === visit),
      ),
    );
    expect((await Promise.all(found)).filter(Boolean)).toEqual(expected);
  },
);

const moment = fc.integer({ min: 0, max: 100_000_000 });
const about = (type: string, more: Record<string, fc.Arbitrary<unknown>> = {}) =>
  fc.record({
    id: fc.stringMatching(/^[0-9a-f]{1,3}$/),
    at: moment,
    type: fc.constant(type),
    ...more,
  });
const anyEvent = fc.oneof(
  about('scroll', { depth: fc.integer({ min: 0, max: 100 }) }),
  about('engaged', { ms: fc.integer({ min: 1, max: 60_000 }) }),
  about('click', { action: fc.string(), label: fc.string() }),
  about('form', { formSubmissionId: fc.string(), email: fc.constant(null) }),
  about('view', { pageUrl: fc.webUrl(), utm: fc.constant({}), language: fc.string() }),
  ...['conversion', 'custom', 'end'].map((type) => about(type)),
) as fc.Arbitrary<VisitEvent>;
const anyVisit = fc.uniqueArray(anyEvent, { minLength: 1, maxLength: 30, selector: ({ id }) => id });

it('the same events give the same figures, in whichever order they come', async () => {
  const shuffled = anyVisit.chain((events) =>
    fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length })),
  );
  await fc.assert(
    fc.asyncProperty(shuffled, async (orders) => {
      const [summary, other] = await Promise.all(
        orders.map((events) => summaryOf(events.map((event) => ({ event, receivedAt: 1 })))),
      );
      expect(other).toEqual(summary);
    }),
  );
});
