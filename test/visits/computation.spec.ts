import { recordedTypes } from '../support/recorded-events.js';
import { StepwiseWorker } from '../support/stepwise-worker.js';
import type { SessionView } from '../../src/modules/sessions/dto/sessions.dto.js';
import { VisitWorker } from '../../src/modules/visits/computing/visit-worker.js';
import { recomputeVisits } from '../../src/modules/visits/visits.jobs.js';
import { useTestService } from '../support/test-service.js';
import { EMAIL, SUBMIT } from '../site/form-visitor.js';
import { TrackedVisitor, type Tab } from './tracked-visitor.js';

const used = useTestService({ TRUST_PROXY: '1' });
const visitor = new TrackedVisitor(used);
const { api, strangerApi, service } = used;
const worker = new StepwiseWorker(service);

let paths = 0;
async function opened(page: object = {}): Promise<Tab> {
  const path = `/page-${paths++}`;
  await visitor.shown(path, page);
  return visitor.tab(path);
}

const look = () => worker.look(VisitWorker);

/** After the worker has looked at what is due. */
async function session(tab: Tab, status: string): Promise<SessionView> {
  await look();
  return visitor.session(tab, status);
}

async function eventsOf({ analyticsSessionId }: { analyticsSessionId: string }): Promise<string[]> {
  return recordedTypes(service, { analyticsSessionId });
}

describe('the session of a visit', () => {
  it('is there soon after the visit has begun, and is computed when it has ended', async () => {
    const tab = await opened();
    const view = visitor.view(tab, {
      url: `${tab.url}?utm_source=news&utm_campaign=spring&secret=1`,
      referrer: 'https://www.example.org/path?q=1',
      ...{ width: 400, language: 'de-CH' },
    });
    await visitor.tell(tab, [view]).expect(202);
    const pending = await session(tab, 'pending');
    expect(pending).toMatchObject({ pageUrl: tab.url, utmSource: 'news', pageTitle: expect.any(String) });
    expect(await eventsOf(pending)).toEqual(['session.recorded']);

    const sent = Date.now();
    await visitor
      .tell(tab, [
        { type: 'engaged', ms: 1500, at: sent },
        { type: 'click', action: 'talk', label: 'Talk to us', at: sent },
        { type: 'scroll', depth: 80, at: sent },
        { type: 'end', at: sent },
      ])
      .expect(202);
    await visitor.letPass(tab, '61 seconds');
    const computed = await session(tab, 'completed');
    expect(computed).toMatchObject({
      ...{ analyticsSessionId: pending.analyticsSessionId, computationStatus: 'completed' },
      ...{ totalClicksCount: 1, maxScrollDepthPercentage: 80, questionsAskedCount: 0 },
      ...{ isBounce: false, hasConversion: false, utmSource: 'news', utmCampaign: 'spring', utmMedium: null },
    });
    expect(await eventsOf(computed)).toEqual(['session.recorded', 'session.computed']);
    const path = `/v0/audience_sessions/${computed.audienceSessionId}/interactions`;
    expect(await visitor.read(path)).toMatchObject({
      found: true,
      interactions: [
        { componentContext: 'action', componentId: 'talk', label: 'Talk to us', responseText: '' },
      ],
    });
    const listed = await visitor.read<{ items: object[] }>(`/v0/pages/${computed.pageId}/audience_sessions`);
    expect(listed.items).toEqual([computed]);
    await strangerApi.get(`/v0/audience_sessions/${computed.analyticsSessionId}`).expect(404);
    const { rows } = await service.pool.query(
      `select referrer, device, language, visit_rules from audience_session where analytics_session_id = $1`,
      [computed.analyticsSessionId],
    );
    expect(rows).toEqual([{ referrer: 'www.example.org', device: 'phone', language: 'de', visit_rules: 1 }]);
  });

  it('is computed when it is quiet for half an hour, and again when something comes late', async () => {
    const tab = await opened();
    await visitor.tell(tab, [visitor.view(tab)]).expect(202);
    await session(tab, 'pending');
    await visitor.letPass(tab, '29 minutes');
    await visitor.tell(tab, [{ type: 'scroll', depth: 10 }]).expect(202);
    await visitor.letPass(tab, '29 minutes');
    await look();
    expect(await lookedAt(tab)).toBeGreaterThan(Date.now());
    await visitor.letPass(tab, '1 minute');
    const computed = await session(tab, 'completed');
    expect(computed).toMatchObject({ isBounce: true, maxScrollDepthPercentage: 10 });

    await visitor.tell(tab, [{ type: 'scroll', depth: 90 }]).expect(202);
    await visitor.letPass(tab, '30 minutes');
    await look();
    expect((await eventsOf(computed)).filter((type) => type === 'session.computed')).toHaveLength(2);
    expect(await session(tab, 'completed')).toMatchObject({ maxScrollDepthPercentage: 90 });
  });

  it('is not computed again where nothing new has come', async () => {
    const tab = await opened();
    const end = { type: 'end', id: '0123456789abcdef', at: Date.now() };
    await visitor.tell(tab, [end]).expect(202);
    await session(tab, 'pending');
    await visitor.letPass(tab, '61 seconds');
    const computed = await session(tab, 'completed');
    await visitor.tell(tab, [end]).expect(202);
    await visitor.letPass(tab, '31 minutes');
    await look();
    expect(await visitor.stored(tab)).toMatchObject([{ isDue: false }]);
    expect(await eventsOf(computed)).toEqual(['session.recorded', 'session.computed']);
  });

  it('has the form that was sent in it, with and without JavaScript', async () => {
    const { formId } = await visitor.form({ fields: [EMAIL] });
    const tab = await opened({ actions: [SUBMIT], defaultFormId: formId });
    const { text } = await visitor.open(new URL(tab.url).pathname).expect(200);
    const to = /<form[^>]* action="(\/_foyer\/forms\/[^"]+)"/.exec(text)![1]!;
    await visitor.tell(tab, [visitor.view(tab)]).expect(202);
    const before = await session(tab, 'pending');
    await visitor.sendInline(to, { email: 'in@acme.example', _visit: tab.visit, _ms: '5000' }).expect(200);
    const [submission] = await visitor.submissionsWith('in@acme.example');
    expect(submission!.analyticsSessionId).toBe(before.analyticsSessionId);
    expect(await session(tab, 'pending')).toMatchObject({
      ...{ hasConversion: true, hasFormSubmit: true, formSubmissionId: submission!.formSubmissionId },
      formSubmissionEmail: 'in@acme.example',
    });
    await visitor.send(to, { email: 'alone@acme.example' }).expect(303);
    const [alone] = await visitor.submissionsWith('alone@acme.example');
    expect(alone!.analyticsSessionId).not.toBe(before.analyticsSessionId);
    const { body } = await api.get(`/v0/audience_sessions/${alone!.analyticsSessionId}`).expect(200);
    expect(body).toMatchObject({ computationStatus: 'pending', hasFormSubmit: true, pageUrl: tab.url });
  });

  it('fails where it can not be computed, and says why', async () => {
    const tab = await opened();
    await visitor.tell(tab, [visitor.view(tab)]).expect(202);
    await session(tab, 'pending');
    const [visit] = await visitor.stored(tab);
    await service.pool.query(
      `insert into visit_event select tenant_id, visit_id, n::text, 'end', at, received_at, '{}'
       from visit_event, generate_series(1, 10000) n where visit_id = $1`,
      [visit!.id],
    );
    await visitor.letPass(tab, '2 hours');
    const computed = await session(tab, 'failed');
    expect(await failureOf(computed)).toBe('too_many_events');
    expect(await eventsOf(computed)).toEqual(['session.recorded', 'session.computed']);
  });

  it('is tried again where its computation fails, then fails, and is computed when more comes', async () => {
    const tab = await opened();
    await visitor.tell(tab, [visitor.view(tab), { type: 'end' }]).expect(202);
    const { analyticsSessionId } = await session(tab, 'pending');
    await service.pool.query(
      `alter table audience_session add constraint never
       check (analytics_session_id <> '${analyticsSessionId}' or computation_status <> 'completed')`,
    );
    await visitor.letPass(tab, '61 seconds');
    for (const [before, minutes] of [1, 2, 4, 8, 16].entries()) {
      await look();
      expect(await failuresOf(tab)).toBe(before + 1);
      const pauseMs = (await lookedAt(tab)) - Date.now();
      expect(pauseMs).toBeLessThanOrEqual(minutes * 60_000);
      expect(pauseMs).toBeGreaterThan(minutes * 30_000);
      await session(tab, 'pending');
      await visitor.letPass(tab, `${minutes} minutes`);
    }
    const failed = await session(tab, 'failed');
    expect(await failureOf(failed)).toBe('computation_failed');
    expect(await eventsOf(failed)).toEqual(['session.recorded', 'session.computed']);
    expect(await visitor.stored(tab)).toMatchObject([{ isDue: false }]);

    await service.pool.query('alter table audience_session drop constraint never');
    await visitor.tell(tab, [{ type: 'scroll', depth: 30 }]).expect(202);
    await visitor.letPass(tab, '31 minutes');
    const computed = await session(tab, 'completed');
    expect(computed).toMatchObject({ analyticsSessionId, maxScrollDepthPercentage: 30 });
    expect(await failureOf(computed)).toBeNull();
    expect(await failuresOf(tab)).toBe(0);
  });
});

it('visits that were computed by other rules are computed anew, as far as what happened is kept', async () => {
  const [kept, forgotten] = [await opened(), await opened()];
  for (const tab of [kept, forgotten]) {
    await visitor.tell(tab, [{ type: 'scroll', depth: 55 }, { type: 'end' }]).expect(202);
    await session(tab, 'pending');
    await visitor.letPass(tab, '61 minutes');
    await session(tab, 'completed');
    await service.pool.query(
      `update audience_session s set max_scroll_depth_percentage = 1, visit_rules = 0
       from visit v where v.id = s.id and visit_key = $1`,
      [tab.visit],
    );
    await service.pool.query('update visit set rules = 0 where visit_key = $1', [tab.visit]);
  }
  const [visit] = await visitor.stored(forgotten);
  await service.pool.query('delete from visit_event where visit_id = $1', [visit!.id]);
  await worker.run(recomputeVisits);
  const computed = await session(kept, 'completed');
  expect(computed.maxScrollDepthPercentage).toBe(55);
  expect((await eventsOf(computed)).filter((type) => type === 'session.computed')).toHaveLength(2);
  expect((await session(forgotten, 'completed')).maxScrollDepthPercentage).toBe(1);
  const { rows } = await service.pool.query(
    `select count(*) filter (where v.rules = 1)::int as done, sum(s.visit_rules)::int as rules
     from visit v join audience_session s on s.id = v.id where visit_key = any ($1)`,
    [[kept.visit, forgotten.visit]],
  );
  expect(rows).toEqual([{ done: 2, rules: 1 }]);
});

it('a browser can neither take nor read the name of a recorded session', async () => {
  const tab = await opened();
  await api
    .post('/v0/audience_sessions', { analyticsSessionId: tab.visit, sessionStartedAt: '+1763164800000' })
    .expect(201);
  await visitor.tell(tab, [visitor.view(tab)]).expect(202);
  const computed = await session(tab, 'pending');
  expect(computed.analyticsSessionId).not.toBe(tab.visit);
  expect(await visitor.read(`/v0/audience_sessions/${tab.visit}`)).toMatchObject({ pageUrl: null });
});

/** Why the session could not be computed. */
async function failureOf({ analyticsSessionId }: { analyticsSessionId: string }): Promise<string | null> {
  const { rows } = await service.pool.query<{ why: string | null }>(
    'select computation_failure as why from audience_session where analytics_session_id = $1',
    [analyticsSessionId],
  );
  return rows[0]!.why;
}

/** How often in a row the visit could not be computed. */
async function failuresOf({ visit }: Tab): Promise<number> {
  const { rows } = await service.pool.query<{ failures: number }>(
    'select failures from visit where visit_key = $1',
    [visit],
  );
  return rows[0]!.failures;
}

/** When the visit is looked at next. */
async function lookedAt({ visit }: Tab): Promise<number> {
  const { rows } = await service.pool.query<{ ms: number }>(
    'select extract(epoch from due_at)::float8 * 1000 as ms from visit where visit_key = $1',
    [visit],
  );
  return rows[0]!.ms;
}
