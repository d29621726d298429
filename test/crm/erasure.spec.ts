import type { DeletedPersonView } from '../../src/modules/crm/dto/erasure.dto.js';
import { FoldDeltasHandler } from '../../src/modules/analytics/fold-deltas.handler.js';
import { pathOf } from '../pages/records.js';
import { answering, EnricherServer } from '../forms/enricher-server.js';
import { dumpOf } from '../support/database/database-dump.js';
import { recordedTypes } from '../support/recorded-events.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { Deliveries } from '../webhooks/deliveries/deliveries.js';
import { Receiver } from '../webhooks/receiver.js';
import { HARMLESS, PATH, PersonMaker, TELLING, XANTHIPPE, type KnownPerson } from './known-person.js';

const TOLD = [
  'person.created',
  'person.log.created',
  'form.enriched',
  'audience.created',
  'session.computed',
];

type Totals = Record<'visits' | 'conversions' | 'questions', number>;

const enricher = new EnricherServer();
let service: TestService;
let receiver: Receiver;
let maker: PersonMaker;
let known: KnownPerson;
let subscription: { subscriptionId: string };
let ofStranger: string[];
let answer: DeletedPersonView;
let counted: Totals;

/** Rows that tell who it was, without those of the other tenant, who has the same person. */
async function telling(): Promise<string[]> {
  const rows = await dumpOf(service);
  return rows.filter(
    (row) => !row.includes(service.stranger.id) && TELLING.some((text) => row.toLowerCase().includes(text)),
  );
}

const rowsOfStranger = async () =>
  (await dumpOf(service)).filter((row) => row.includes(service.stranger.id) && !row.includes('api_key'));

const tableOf = (row: string) => row.split(':', 1)[0]!;

/** Of all visits. */
const totals = async () => (await service.home.api.get('/v0/analytics').expect(200)).body.totals as Totals;

beforeAll(async () => {
  enricher.ways = [answering(200, { name: XANTHIPPE.name, profile: XANTHIPPE.linkedinProfileUrl })];
  receiver = await Receiver.open();
  receiver.answers(({ text }, res) => res.end(`${XANTHIPPE.name} sent ${text}`));
  service = await startTestService({
    ...{ ROLE: 'all', TRUST_PROXY: '1', WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' },
    ...{ ENRICHER_URL: await enricher.start(), ENRICHER_SECRET: `whsec_${'A'.repeat(44)}` },
  });
  const deliveries = new Deliveries(service);
  subscription = await deliveries.subscribe(receiver.url, { events: TOLD });
  const used = { service, api: service.home.api, strangerApi: service.stranger.api };
  await new PersonMaker({ ...used, api: used.strangerApi }).person();
  ofStranger = await rowsOfStranger();
  maker = new PersonMaker(used);
  known = await maker.make();
  // What is counted already, and what waits to be.
  await service.app.get(FoldDeltasHandler).handle();
  await maker.recordSession('xanthippe-again');
  await deliveries.settled(subscription);
  counted = await totals();
}, 60_000);
afterAll(async () => {
  await service.close();
  await receiver.close();
  await enricher.stop();
});

describe('erasing a person', () => {
  it('begins with traces wherever there can be some', async () => {
    const tables = [...new Set((await telling()).map(tableOf))];
    expect(tables).toEqual(
      expect.arrayContaining([
        ...['public.person', 'public.person_log', 'public.form_submission', 'public.visit_event'],
        ...['public.audience', 'public.audience_version', 'public.audience_message'],
        ...['public.audience_session', 'public.event', 'public.webhook_attempt'],
        ...[
          'public.asked_question',
          'public.analytics_delta',
          'public.analytics_value',
          'public.idempotent_answer',
          'public.page_link',
        ],
      ]),
    );
  });

  it('is told in numbers, with the links that people have to look at', async () => {
    const path = `/v0/persons/${known.person.personId}?erase=true`;
    answer = (await service.home.api.delete(path).expect(200)).body as DeletedPersonView;
    const { erased, ...person } = answer;
    expect(person).toEqual(known.person);
    expect(erased).toEqual({
      ...{ logs: 1, submissions: 1, sessions: 3, audiences: 1, versions: 3 },
      ...{ messages: 2, visits: 2 },
      events: expect.any(Number),
      deliveryAttempts: expect.any(Number),
      jobs: expect.any(Number),
      ...{ storedAnswers: 2, mentions: 0, isContinued: expect.any(Boolean) },
      linkPathsWithName: [{ pageLinkId: known.link.pageLinkId, path: PATH }],
    });
    expect(Math.min(erased!.events, erased!.deliveryAttempts, erased!.jobs)).toBeGreaterThan(3);
  });

  it('leaves nothing in any table of any schema but the path of the link', async () => {
    const left = await telling();
    expect(left.map(tableOf)).toEqual(['public.page_link']);
    const rest = left[0]!.replace(PATH, '').toLowerCase();
    expect(TELLING.filter((text) => rest.includes(text))).toEqual([]);
  });

  it('leaves the same person of another tenant alone', async () => {
    expect(await rowsOfStranger()).toEqual(ofStranger);
  });

  it('shows visitors the page as anybody sees it, within a second', async () => {
    await until(async () => {
      const { text } = await maker.open(`/home${PATH}`).expect(200);
      const shown = text.replaceAll(PATH, '').toLowerCase();
      return !TELLING.some((telling) => shown.includes(telling)) && shown.includes('welcome');
    });
  });

  it('leaves an audience that can be worked with', async () => {
    const { api } = service.home;
    const audience = (await api.get(pathOf(known.audience)).expect(200)).body;
    expect(audience).toMatchObject({ personId: null, customName: null, computedName: 'Welcome #1' });
    const [first, , scheduled] = await maker.versions(known.audience);
    expect(scheduled).toMatchObject({ status: 'cancelled' });
    const pathOfFirst = `${pathOf(known.audience)}/versions/${first!.versionId}`;
    await api.get(`${pathOfFirst}/content`).expect(404);
    const { body } = await api.post(`${pathOfFirst}/rollback`, {}).expect(409);
    expect(body.code).toBe('version_erased');
  });

  it('keeps the figures of sessions, and counts the visit that was going on', async () => {
    const { rows } = await service.pool.query(
      `select form_submission_email as email, has_conversion as "hasConversion", utm_source as source,
         computation_status as status, interactions
       from audience_session where tenant_id = $1 and analytics_session_id like 'erased-%'`,
      [service.home.id],
    );
    const session = {
      email: null,
      hasConversion: true,
      source: 'mail',
      status: 'completed',
      interactions: [],
    };
    expect(rows).toEqual([session, session]);
    const { visits, conversions, questions, ...rest } = counted;
    const one = { visits: visits + 1, conversions: conversions + 1, questions: questions + 1 };
    expect(await totals()).toEqual({ ...rest, ...one });
  });

  it('completes the session of the visit, which nobody will compute any more', async () => {
    const { rows } = await service.pool.query(
      `select computation_status as status, page_url as "pageUrl", referrer, interactions, questions_asked_count as asked
       from audience_session where tenant_id = $1 and visit_rules is not null and page_link_id = $2`,
      [service.home.id, uuidOf('link', known.link.pageLinkId)],
    );
    expect(rows).toEqual([
      { status: 'completed', pageUrl: null, referrer: null, interactions: [], asked: '1' },
    ]);
    const told = await recordedTypes(service, { audienceId: known.audience.audienceId });
    expect(told).toContain('session.computed');
  });

  it('keeps what was asked in the figures, without the text where it names the person', async () => {
    const { body } = await service.home.api.get('/v0/analytics?breakdown=question').expect(200);
    const asked = (body.breakdown as { value: string; questions: number }[]).filter(
      ({ value }) => value === HARMLESS || value.startsWith('(erased '),
    );
    expect(asked.map(({ value, questions }) => [value.replace(/\d+/, 'n'), questions]).sort()).toEqual([
      ['(erased n)', 1],
      ['(erased n)', 2],
      [HARMLESS, 2],
    ]);
  });

  it('is told to subscribers, and nothing else is told of the person any more', async () => {
    const { personId } = known.person;
    expect(await recordedTypes(service, { personId })).toEqual(['person.deleted', 'person.erased']);
  });

  it('is done once', async () => {
    const path = `/v0/persons/${known.person.personId}`;
    const { body } = await service.home.api.delete(`${path}?erase=true`).expect(404);
    expect(body.code).toBe('person_not_found');
    await service.home.api.post(`${path}/restore`).expect(404);
  });
});
