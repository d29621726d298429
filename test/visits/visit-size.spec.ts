import type { Socket } from 'node:net';
import { VisitWorker } from '../../src/modules/visits/computing/visit-worker.js';
import type { StoredInteraction } from '../../src/modules/sessions/entities/session-columns.js';
import type { SessionView } from '../../src/modules/sessions/dto/sessions.dto.js';
import { SUBMIT, actionOn } from '../site/form-visitor.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { statementsOf } from '../support/database/statements.js';
import { StepwiseWorker } from '../support/stepwise-worker.js';
import { useTestService } from '../support/test-service.js';
import { hex, TrackedVisitor, type SentEvent, type Tab } from './tracked-visitor.js';

const used = useTestService({ TRUST_PROXY: '1' });
const visitor = new TrackedVisitor(used);
const { service, api } = used;
const worker = new StepwiseWorker(service);

/** The limits that docs/visits.md states. */
const MOST = { events: 9000, bytes: 196_608, interactionBytes: 65_536, text: 200 };

const long = (type: string): SentEvent => ({ type, action: 'a'.repeat(4096), label: 'b'.repeat(500) });
const clicks = (count: number) =>
  Array.from({ length: count }, () => ({ ...long('click'), action: 'x'.repeat(200) }));

let paths = 0;
async function opened(): Promise<Tab> {
  const path = `/page-${paths++}`;
  await visitor.shown(path, { actions: [SUBMIT] });
  return visitor.tab(path);
}

/** The session after its visit is over. */
async function computed(tab: Tab): Promise<SessionView> {
  await visitor.letPass(tab, '61 minutes');
  await worker.look(VisitWorker);
  return visitor.session(tab, 'completed');
}

async function interactionsOf({ analyticsSessionId }: SessionView): Promise<StoredInteraction[]> {
  const path = `/v0/audience_sessions/${analyticsSessionId}/interactions`;
  return (await visitor.read<{ interactions: StoredInteraction[] }>(path)).interactions;
}

async function interactionBytes({ analyticsSessionId }: SessionView): Promise<number> {
  const { rows } = await service.pool.query<{ bytes: number }>(
    'select octet_length(interactions::text) as bytes from audience_session where analytics_session_id = $1',
    [analyticsSessionId],
  );
  return rows[0]!.bytes;
}

/** The details of the visit's events of a type, in the order in which they came. */
async function detailsOf(tab: Tab, type: string): Promise<Record<string, unknown>[]> {
  const { rows } = await service.pool.query<{ details: Record<string, unknown> }>(
    `select details from visit_event e join visit v on v.id = e.visit_id
     where visit_key = $1 and type = $2 order by received_at, e.ctid`,
    [tab.visit, type],
  );
  return rows.map(({ details }) => details);
}

async function hasReceived(tab: Tab, sizes: string): Promise<void> {
  await service.pool.query(`update visit set ${sizes} where visit_key = $1`, [tab.visit]);
}

async function sendForm(tab: Tab, email: string): Promise<void> {
  const { text } = await visitor.open(new URL(tab.url).pathname).expect(200);
  await visitor.sendInline(actionOn(text), { email, _visit: tab.visit, _ms: '5000' }).expect(200);
}

/** How much was dropped during an act, by limit. */
async function dropped(act: () => Promise<unknown>): Promise<Record<string, number>> {
  const read = async () => {
    const { text } = await api.get('/metrics').expect(200);
    const counts = text.matchAll(/^foyer_visit_data_dropped_total\{limit="(\w+)"\} (\d+)$/gm);
    return Object.fromEntries([...counts].map(([, limit, count]) => [limit!, Number(count)]));
  };
  const before = await read();
  await act();
  return Object.fromEntries(
    Object.entries(await read()).map(([name, count]) => [name, count - before[name]!]),
  );
}

describe('what a visit stores', () => {
  it('of an action and its label, is as long as a button has room for', async () => {
    const tab = await opened();
    const pair = '😀'.repeat(200);
    await visitor.tell(tab, [long('click'), { type: 'click', action: `-${pair}`, label: pair }]).expect(202);
    const [first, second] = await detailsOf(tab, 'click');
    expect(first).toEqual({ action: 'a'.repeat(MOST.text), label: 'b'.repeat(MOST.text) });
    expect(second!.label).toBe('😀'.repeat(MOST.text / 2));
    expect((await computed(tab)).totalClicksCount).toBe(2);
  });

  it('has a limit in bytes: later clicks count without their texts, and all figures are right', async () => {
    const tab = await opened();
    await visitor.tell(tab, [visitor.view(tab, { referrer: 'https://www.example.org/' })]).expect(202);
    let session!: SessionView;
    let stored!: Record<string, unknown>[];
    const counts = await dropped(async () => {
      for (let batch = 0; batch < 7; batch++) await visitor.tell(tab, clicks(80)).expect(202);
      const last = [
        { type: 'engaged', ms: 5000 },
        { type: 'scroll', depth: 70 },
        { type: 'conversion', name: 'x' },
      ];
      await visitor.tell(tab, [...last, { type: 'end', at: Date.now() }]).expect(202);
      stored = await detailsOf(tab, 'click');
      session = await computed(tab);
    });
    expect(session).toMatchObject({
      ...{ totalClicksCount: 560, maxScrollDepthPercentage: 70, hasConversion: true, isBounce: false },
      pageUrl: tab.url,
    });
    const kept = stored.filter(({ label }) => label !== undefined);
    expect(stored).toHaveLength(560);
    expect(stored.slice(0, kept.length)).toEqual(kept);
    const bytes = JSON.stringify(kept[0]).length;
    expect((kept.length + 1) * bytes).toBeGreaterThan(MOST.bytes - 1000);
    expect(kept.length * bytes).toBeLessThan(MOST.bytes);
    const shown = await interactionsOf(session);
    // The conversion has no room for its name either.
    expect(counts).toEqual({
      events: 0,
      details: 560 - kept.length + 1,
      interactions: kept.length - shown.length,
    });
    expect(await interactionBytes(session)).toBeLessThanOrEqual(MOST.interactionBytes);
    expect(await interactionBytes(session)).toBeGreaterThan(0.9 * MOST.interactionBytes);
  });

  it('has a limit in events, and the time that was spent still counts up to it', async () => {
    const tab = await opened();
    const start = Date.now() - 60_000;
    await visitor.tell(tab, [visitor.view(tab, { at: start })]).expect(202);
    await hasReceived(tab, `reported_count = ${MOST.events - 2}`);
    const engaged = Array.from({ length: 3 }, () => ({ type: 'engaged', ms: 1000 }));
    expect(await dropped(async () => visitor.tell(tab, engaged).expect(202))).toMatchObject({
      events: 1,
      details: 0,
    });
    expect(await visitor.stored(tab)).toMatchObject([{ events: 3 }]);
    expect(await dropped(async () => visitor.tell(tab, [{ type: 'end' }]).expect(202))).toMatchObject({
      events: 1,
    });
    expect((await computed(tab)).timeSpentSeconds).toBe(2);
  });

  it('has room for a form, whatever a browser has sent before; forms have a limit of their own', async () => {
    const tab = await opened();
    await visitor.tell(tab, [visitor.view(tab)]).expect(202);
    await hasReceived(tab, `reported_count = 1000000, reported_bytes = 1000000000`);
    await sendForm(tab, 'room@acme.example');
    expect(await visitor.session(tab, 'pending')).toMatchObject({ formSubmissionEmail: 'room@acme.example' });
    await hasReceived(tab, `observed_count = 1000`);
    await sendForm(tab, 'more@acme.example');
    expect(await visitor.submissionsWith('more@acme.example')).toHaveLength(1);
    expect(await visitor.stored(tab)).toMatchObject([{ events: 2 }]);
  });
});

describe('of two batches of one visit at once,', () => {
  it('the second waits for the first, and has the room that it leaves', async () => {
    const tab = await opened();
    await visitor.tell(tab, [visitor.view(tab)]).expect(202);
    const held = await HeldTransaction.begin(
      service,
      `update visit set reported_bytes = ${MOST.bytes - 600}, reported_count = ${MOST.events - 2} where visit_key = $1`,
      [tab.visit],
    );
    await held.commitAheadOf(visitor.tell(tab, clicks(3)).expect(202));
    const stored = await detailsOf(tab, 'click');
    expect(stored.map(({ label }) => label?.toString().length)).toEqual([200, undefined]);
  });

  it('this is so also where the first begins the visit', async () => {
    const tab = await opened();
    const other = { ...tab, visit: hex(16) };
    await visitor.tell(other, [visitor.view(tab)]).expect(202);
    const held = await HeldTransaction.begin(
      service,
      `insert into visit (tenant_id, id, page_link_id, visit_key, page_id, audience_id, reported_count, reported_bytes)
       select tenant_id, new_uuid(), page_link_id, $2, page_id, audience_id, 1, ${MOST.bytes} from visit where visit_key = $1`,
      [other.visit, tab.visit],
    );
    await held.commitAheadOf(visitor.tell(tab, clicks(1)).expect(202));
    expect(await detailsOf(tab, 'click')).toEqual([{}]);
  });
});

/** How much the service has read from the database so far. */
function bytesRead(): number {
  const { _clients: clients } = service.pool as unknown as { _clients: { connection: { stream: Socket } }[] };
  return clients.reduce((sum, { connection }) => sum + connection.stream.bytesRead, 0);
}

describe('a large visit', () => {
  /** As a release without these limits stored it: 8 MB. */
  async function outsized(): Promise<Tab> {
    const tab = await opened();
    await visitor.tell(tab, [visitor.view(tab)]).expect(202);
    await service.pool.query(
      `insert into visit_event
       select tenant_id, visit_id, n::text, 'click', at, received_at,
         json_build_object('action', repeat('x', 4000), 'label', 'Buy')
       from visit_event, generate_series(1, 2000) n where visit_id = (select id from visit where visit_key = $1)`,
      [tab.visit],
    );
    return tab;
  }

  it('that was stored before is computed, with as many interactions as have room', async () => {
    const session = await computed(await outsized());
    expect(session.totalClicksCount).toBe(2000);
    expect(await interactionsOf(session)).toHaveLength(15);
    expect(await interactionBytes(session)).toBeLessThanOrEqual(MOST.interactionBytes);
  });

  it('is neither read nor part of a statement when something is added to it', async () => {
    const tab = await outsized();
    await computed(tab);
    await service.pool.query(
      `update audience_session s set interactions = (
         select jsonb_agg(jsonb_build_object('componentContext', 'action', 'label', repeat('x', 4000)))
         from generate_series(1, 2000))
       from visit v where v.id = s.id and visit_key = $1`,
      [tab.visit],
    );
    const before = bytesRead();
    const statements = await statementsOf(service)(() => sendForm(tab, 'added@acme.example'));
    expect(bytesRead() - before).toBeLessThan(2 * MOST.interactionBytes);
    for (const { text } of statements) expect(text.length).toBeLessThan(10_000);
    const update = statements.find(({ text }) => text.includes('update audience_session'))!;
    const interactions = update.values.find((value) => typeof value === 'string' && value.startsWith('[{'));
    expect(JSON.parse(interactions as string)).toHaveLength(15);
  });
});
