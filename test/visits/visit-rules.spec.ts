import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import {
  eventsOf,
  type GivenBatch,
  type VisitEvent,
} from '../../src/modules/visits/collecting/visit-events.js';
import { overAt } from '../../src/modules/visits/computing/visit-schedule.js';
import { figuresOf } from '../../src/modules/visits/computing/visit-session.js';

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

/** Each event once, with the moment at which it was received. */
function received(batches: readonly GoldenBatch[]): Map<string, { event: VisitEvent; receivedAt: number }> {
  const kept = new Map<string, { event: VisitEvent; receivedAt: number }>();
  for (const batch of batches.toSorted((a, b) => a.receivedAt - b.receivedAt)) {
    const { receivedAt } = batch;
    const events = batch.server ? (batch.events as VisitEvent[]) : eventsOf(batch, receivedAt);
    for (const event of events) if (!kept.has(event.id)) kept.set(event.id, { event, receivedAt });
  }
  return kept;
}

function computed(visit: string, batches: readonly GoldenBatch[]): object | undefined {
  const kept = [...received(batches).values()];
  if (kept.length === 0) return undefined;
  const events = kept.map(({ event }) => event);
  const moments = kept.map(({ receivedAt }) => receivedAt);
  const { firstView, form, interactions, ...figures } = figuresOf(events);
  return {
    visit,
    computeAt: overAt(events, { firstAt: Math.min(...moments), lastAt: Math.max(...moments) }),
    ...figures,
    formSubmissionId: form?.formSubmissionId ?? null,
    pageUrl: firstView?.pageUrl ?? null,
    utm: firstView?.utm ?? { source: null, medium: null, campaign: null, term: null, content: null },
    ...{ referrer: firstView?.referrer ?? null, device: firstView?.device ?? null },
    language: firstView?.language ?? null,
    interactions: interactions.map((each) =>
      each.type === 'question'
        ? {
            label: each.label,
            responseText: each.responseText,
            groundingChunkIds: each.groundingChunkIds,
            at: each.at,
          }
        : { label: each.label, componentId: each.action, at: each.at },
    ),
  };
}

it.each(GOLDEN.map((golden) => [golden.name, golden] as const))('%s', (_name, { batches, expected }) => {
  const visits = [...new Set(batches.map(({ visit }) => visit))].sort();
  const found = visits.flatMap((visit) => {
    const ofVisit = batches.filter((batch) => batch.visit === visit);
    return computed(visit, ofVisit) ?? [];
  });
  expect(found).toEqual(expected);
});

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

it('the same events give the same figures, in whichever order they come', () => {
  const shuffled = anyVisit.chain((events) =>
    fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length })),
  );
  fc.assert(
    fc.property(shuffled, ([events, others]) => {
      expect(figuresOf(others)).toEqual(figuresOf(events));
    }),
  );
});
