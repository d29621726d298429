import { ComputeSessionHandler } from '../../src/modules/sessions/compute-session.handler.js';
import type { SessionView } from '../../src/modules/sessions/dto/sessions.dto.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { exampleUuid } from '../../src/shared/kernel/example-ids.js';
import { newUuid } from '../../src/shared/kernel/ids.js';
import { Records } from '../pages/records.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { recordedTypes } from '../support/recorded-events.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { CountedSessions } from '../analytics/counted-sessions.js';
import { INTERACTION, visit } from './visits.js';

// Without a worker: the tests do its work.
const { service, api } = useTestService();
const records = new Records(api);
const counted = new CountedSessions(service);

const START = Date.UTC(2026, 4, 4, 12);
const COMPLETE = `update audience_session set computation_status = 'completed' where id = $1`;

const record = async (more: Record<string, unknown> = {}) =>
  (await api.post('/v0/audience_sessions', visit(more)).expect(201)).body as SessionView;

async function uuidIn({ analyticsSessionId }: SessionView): Promise<string> {
  const { rows } = await service.pool.query<{ id: string }>(
    'select id from audience_session where analytics_session_id = $1',
    [analyticsSessionId],
  );
  return rows[0]!.id;
}

const compute = (sessionId: string) =>
  inContext({ tenantId: service.home.id }, () =>
    service.app.get(ComputeSessionHandler, { strict: false }).handle({ sessionId }),
  );

/** What the sessions since a test began add to the figures. */
async function visitsAdded(): Promise<number[]> {
  const { rows } = await service.pool.query<{ visits: number }>(
    'select visits from analytics_delta order by visits',
  );
  return rows.map(({ visits }) => visits);
}
beforeEach(() => service.pool.query('delete from analytics_delta'));

it('while another process records a session, one under the same name waits, and answers that one', async () => {
  const held = await HeldTransaction.begin(
    service,
    `insert into audience_session
     select (jsonb_populate_record(s, $2)).* from audience_session s where id = $1`,
    [exampleUuid('session'), { id: newUuid(), analytics_session_id: 'once', page_title: 'Theirs' }],
  );
  const mine = api.post('/v0/audience_sessions', visit({ analyticsSessionId: 'once' })).expect(200);
  expect((await held.commitAheadOf(mine)).body.pageTitle).toBe('Theirs');
});

describe('while another process computes a session,', () => {
  it('a worker waits, and leaves it as it is', async () => {
    const session = await record();
    const id = await uuidIn(session);
    const held = await HeldTransaction.begin(service, COMPLETE, [id]);
    await held.commitAheadOf(compute(id));
    const { analyticsSessionId } = session;
    expect(await recordedTypes(service, { analyticsSessionId })).toEqual(['session.recorded']);
    expect(await visitsAdded()).toEqual([]);
  });

  it('what is told of its visit waits, and takes the figures away before it adds its own', async () => {
    const told = await counted.complete(START);
    await counted.reopen(START, {}, told);
    await service.pool.query('delete from analytics_delta');
    const held = await HeldTransaction.begin(service, COMPLETE, [told.id]);
    await held.commitAheadOf(counted.complete(START, {}, told));
    expect(await visitsAdded()).toEqual([-1, 1]);
  });
});

describe('the erasure of a person', () => {
  let personId: string;
  let sessions: [string, string];

  /** Two sessions of an audience of the person, which are not computed yet. */
  beforeEach(async () => {
    personId = (await api.post('/v0/persons', { name: 'Ada' }).expect(201)).body.personId;
    const { audienceId, pageId } = await records.audience({ personId });
    const ids = [await record({ audienceId, pageId }), await record({ audienceId, pageId })].map(uuidIn);
    sessions = (await Promise.all(ids)).sort() as [string, string];
  });

  const erase = () => api.delete(`/v0/persons/${personId}?erase=true`).expect(200);

  it('waits for another process that computes one of the sessions, and corrects what is added there', async () => {
    const held = await HeldTransaction.begin(service, COMPLETE, [sessions[0]]);
    const before = await visitsOfAll();
    await held.commitAheadOf(erase());
    // One was added and corrected; the erasure completes the other one.
    expect(await visitsOfAll()).toBe(before + 1);
  });

  it('waits for another process that computes a session that mentions the person, and corrects what is added there', async () => {
    const email = 'ada@locked.example';
    await api.patch(`/v0/persons/${personId}`, { email }).expect(200);
    const interactions = [{ ...INTERACTION, label: `Ask ${email}` }];
    const id = await uuidIn(await record({ interactions }));
    const held = await HeldTransaction.begin(service, COMPLETE, [id]);
    const before = await visitsOfAll();
    const path = `/v0/persons/${personId}?erase=true&maxMentions=1`;
    await held.commitAheadOf(api.delete(path).expect(200));
    // The erasure completes the two of the person; the other one was added and corrected.
    expect(await visitsOfAll()).toBe(before + 2);
  });

  it('locks sessions in the order of their ids, so that two of them do not wait for each other', async () => {
    await readThemInAnotherOrder();
    const held = await HeldTransaction.begin(service, COMPLETE, [sessions[0]]);
    const waiting = await held.holdsUp(erase());
    const other = await HeldTransaction.begin(service);
    const second = 'select from audience_session where id = $1 for update nowait';
    expect((await other.query(second, [sessions[1]])).rowCount).toBe(1);
    await other.rollback();
    await held.commit();
    await waiting.result;
  });

  /** From here on they come as they lie in the table, the first one last, as the server may decide. */
  async function readThemInAnotherOrder(): Promise<void> {
    await until(async () => {
      // In a column of an index: else indexes go on naming the place where the row was.
      const { rowCount } = await service.pool.query(
        `update audience_session s set session_started_at = now() from audience_session other
         where s.id = $1 and other.id = $2 and s.ctid < other.ctid`,
        sessions,
      );
      return rowCount === 0;
    });
    await service.pool.query(
      `do $$ begin execute format('alter database %I set enable_indexscan = off', current_database()); end $$`,
    );
    // New connections have the setting.
    const { pool } = service;
    const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
    for (const client of clients) client.release(true);
  }

  /** As the figures count them. */
  async function visitsOfAll(): Promise<number> {
    const { rows } = await service.pool.query<{ visits: number }>(
      'select coalesce(sum(visits), 0)::int as visits from analytics_total where scope = $1 and days = 1',
      [service.home.id],
    );
    return rows[0]!.visits;
  }
});
