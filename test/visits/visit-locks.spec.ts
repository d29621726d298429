import { RecomputeVisitsHandler } from '../../src/modules/visits/recompute-visits.handler.js';
import { VisitComputer } from '../../src/modules/visits/computing/visit-computer.js';
import { VISIT_RULES } from '../../src/modules/visits/computing/visit-session.js';
import { UnitOfWork } from '../../src/shared/database/transactions/unit-of-work.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { exampleUuid } from '../../src/shared/kernel/example-ids.js';
import { newUuid, uuidOf, wireId } from '../../src/shared/kernel/ids.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { recordedTypes } from '../support/recorded-events.js';
import { useTestService } from '../support/test-service.js';
import { CountedSessions } from '../analytics/counted-sessions.js';
import { hex, TrackedVisitor, type Tab } from './tracked-visitor.js';

// Without a worker: the tests do its work.
const used = useTestService({ TRUST_PROXY: '1' });
const { service, api } = used;
const visitor = new TrackedVisitor(used);
const sessions = new CountedSessions(service);

const lookAt = (visitId: string) =>
  inContext({ tenantId: service.home.id }, () =>
    service.app.get(VisitComputer, { strict: false }).lookAt(visitId),
  );

const follow = (visitId: string) =>
  inContext({ tenantId: service.home.id }, () =>
    service.app.get(UnitOfWork).run(() => service.app.get(VisitComputer, { strict: false }).follow(visitId)),
  );

/** A visit that has ended, and is due. */
async function ended(path: string, audience: object = {}): Promise<{ tab: Tab; visitId: string }> {
  await visitor.shown(path, {}, audience);
  const tab = await visitor.tab(path);
  await visitor.tell(tab, [visitor.view(tab), { type: 'end' }]).expect(202);
  await visitor.letPass(tab, '61 seconds');
  const [visit] = await visitor.stored(tab);
  return { tab, visitId: visit!.id };
}

/** Another process collects a click in the visit, as an hour ago. */
async function clickByAnother(visitId: string): Promise<HeldTransaction> {
  const held = await HeldTransaction.begin(service, 'update visit set due_at = now() where id = $1', [
    visitId,
  ]);
  await held.query(
    `insert into visit_event (tenant_id, visit_id, id, type, at, received_at, details)
     select tenant_id, visit_id, $2, 'click', at, received_at, '{"action":"talk","label":"Talk"}'
     from visit_event where visit_id = $1 and type = 'end'`,
    [visitId, hex(8)],
  );
  return held;
}

describe('while another process adds to a visit,', () => {
  it('a form or a question that is sent in it waits, and counts what is added', async () => {
    const { tab, visitId } = await ended('/computed');
    const held = await clickByAnother(visitId);
    await held.commitAheadOf(follow(visitId));
    expect((await visitor.session(tab, 'completed')).totalClicksCount).toBe(1);
  });

  it('what else is collected of the visit waits, and belongs to it', async () => {
    const { tab, visitId } = await ended('/collected');
    const held = await clickByAnother(visitId);
    await held.commitAheadOf(visitor.tell(tab, [{ type: 'scroll', depth: 50 }]).expect(202));
    expect(await visitor.stored(tab)).toEqual([expect.objectContaining({ id: visitId, events: 4 })]);
  });
});

it('while another process computes a visit, what is collected of it waits, and makes it due once more', async () => {
  const { tab, visitId } = await ended('/going-on');
  const held = await HeldTransaction.begin(service, 'update visit set due_at = null where id = $1', [
    visitId,
  ]);
  await held.commitAheadOf(visitor.tell(tab, [{ type: 'scroll', depth: 50 }]).expect(202));
  expect(await visitor.stored(tab)).toEqual([expect.objectContaining({ isDue: true, events: 3 })]);
});

it('what is collected of a visit that is due does not put it off', async () => {
  const { tab, visitId } = await ended('/due');
  await visitor.tell(tab, [{ type: 'scroll', depth: 50 }]).expect(202);
  const { rowCount } = await service.pool.query('select from visit where id = $1 and due_at <= now()', [
    visitId,
  ]);
  expect(rowCount).toBe(1);
});

it('the erasure of a person locks visits before their sessions, as a computation does', async () => {
  const { body: person } = await api.post('/v0/persons', { name: newUuid() }).expect(201);
  const { visitId } = await ended('/erased', { personId: person.personId });
  await lookAt(visitId);
  const held = await HeldTransaction.begin(service, 'select from visit where id = $1 for update', [visitId]);
  const waiting = await held.holdsUp(api.delete(`/v0/persons/${person.personId}?erase=true`).expect(200));
  const session = 'select from audience_session where id = $1 for update nowait';
  expect((await held.query(session, [visitId])).rowCount).toBe(1);
  await held.commit();
  await waiting.result;
});

it('while another process computes a visit anew, a run that does so waits, and leaves it', async () => {
  const { visitId } = await ended('/anew');
  await lookAt(visitId);
  await service.pool.query('update visit set rules = 0 where id = $1', [visitId]);
  const held = await HeldTransaction.begin(service, 'update visit set rules = $2 where id = $1', [
    visitId,
    VISIT_RULES,
  ]);
  const { signal } = new AbortController();
  await held.commitAheadOf(service.app.get(RecomputeVisitsHandler, { strict: false }).handle({}, { signal }));
  expect(await recordedTypes(service, { analyticsSessionId: wireId('visit', visitId) })).toEqual([
    'session.recorded',
    'session.computed',
  ]);
});

describe('while another process adds up figures of the tenant,', () => {
  const START = Date.UTC(2026, 4, 4, 12);
  const rows = async (table: string) => (await service.pool.query(`select from ${table}`)).rowCount;

  it('those that wait to be added wait on, and are added once', async () => {
    await sessions.complete(START);
    const held = await HeldTransaction.ofMatter(service, 'analytics');
    await held.commitAheadOf(sessions.fold());
    expect(await rows('analytics_delta')).toBe(0);
    const { body } = await api
      .get(`/v0/analytics?from=%2B${START}&to=%2B${START + 3_600_000}&interval=hour`)
      .expect(200);
    expect(body.totals.visits).toBe(1);
  });

  it('the erasure of a person waits, and takes what waits to be added along', async () => {
    const { body: person } = await api.post('/v0/persons', { name: newUuid() }).expect(201);
    const audience = await visitor.audience({ personId: person.personId });
    const audienceId = uuidOf('audience', audience.audienceId)!;
    await sessions.complete(START, {}, { id: newUuid(), pageLinkId: exampleUuid('link'), audienceId });
    const held = await HeldTransaction.ofMatter(service, 'analytics');
    await held.commitAheadOf(api.delete(`/v0/persons/${person.personId}?erase=true`).expect(200));
    expect(await rows('analytics_delta')).toBe(0);
  });
});
