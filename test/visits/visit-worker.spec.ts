import { jest } from '@jest/globals';
import { VisitComputer } from '../../src/modules/visits/computing/visit-computer.js';
import { VisitWorker } from '../../src/modules/visits/computing/visit-worker.js';
import { TenantStore } from '../../src/shared/auth/tenant-store.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { clock } from '../../src/shared/kernel/clock.js';
import { captureLog } from '../support/captured-log.js';
import { startTestService, useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { TrackedVisitor, type Tab } from './tracked-visitor.js';

const { logger, lines } = captureLog({ level: 'warn' });
const used = useTestService({ ROLE: 'all' }, logger);
const visitor = new TrackedVisitor(used);
const { service } = used;

let aheadMs = 0;
let stoppedAt: number | undefined;
beforeAll(async () => {
  jest.spyOn(clock, 'now').mockImplementation(() => new Date(stoppedAt ?? Date.now() + aheadMs));
  await visitor.shown('/page');
});
afterEach(() => {
  aheadMs = 0;
  stoppedAt = undefined;
});
afterAll(() => jest.restoreAllMocks());

/** A visit that was told of, and whose session is there. */
async function begun(): Promise<Tab> {
  const tab = await visitor.tab('/page');
  await visitor.tell(tab, [visitor.view(tab)]).expect(202);
  await visitor.session(tab, 'pending');
  return tab;
}

async function ended(): Promise<Tab> {
  const tab = await begun();
  await visitor.tell(tab, [{ type: 'end' }]).expect(202);
  return tab;
}

async function idOf(tab: Tab): Promise<string> {
  return (await visitor.stored(tab))[0]!.id;
}

async function failuresOf(tab: Tab): Promise<number> {
  const { rows } = await service.pool.query<{ failures: number }>(
    'select failures from visit where visit_key = $1',
    [tab.visit],
  );
  return rows[0]!.failures;
}

/** Stops before it looks at the visit, until it is let go. */
function stuckAt(app: typeof service.app, visitId: string): { letGo: () => void; looked: string[] } {
  const computer = app.get(VisitComputer, { strict: false });
  const lookAt = computer.lookAt.bind(computer);
  let letGo!: () => void;
  const stuck = new Promise<void>((resolve) => (letGo = resolve));
  const looked: string[] = [];
  const spy = jest.spyOn(computer, 'lookAt').mockImplementation(async (id) => {
    looked.push(id);
    if (id === visitId) await stuck;
    return lookAt(id);
  });
  void stuck.then(() => spy.mockRestore());
  return { letGo, looked };
}

describe('the worker', () => {
  it('has computed a session 65 seconds after the end of its visit', async () => {
    const tab = await ended();
    const { rows } = await service.pool.query<{ endedAt: number }>(
      `select extract(epoch from received_at)::float8 * 1000 as "endedAt" from visit_event where type = 'end' and visit_id = $1`,
      [await idOf(tab)],
    );
    stoppedAt = rows[0]!.endedAt + 64_000;
    await visitor.session(tab, 'completed');
  });

  it('goes on with other visits where somebody has locked one, which is computed afterwards', async () => {
    const locked = await ended();
    const other = await visitor.tab('/page');
    const client = await service.pool.connect();
    try {
      await client.query('begin');
      await client.query('select from visit where visit_key = $1 for update', [locked.visit]);
      aheadMs = 61_000;
      await visitor.tell(other, [visitor.view(other)]).expect(202);
      await visitor.session(other, 'pending');
    } finally {
      await client.query('commit');
      client.release();
    }
    await visitor.session(locked, 'completed');
    expect(await failuresOf(locked)).toBe(0);
  });

  it('leaves alone what another one has looked at meanwhile', async () => {
    const tab = await begun();
    await visitor.tell(tab, [{ type: 'scroll', depth: 70 }]).expect(202);
    const visitId = await idOf(tab);
    const computer = service.app.get(VisitComputer, { strict: false });
    const isLookedAt = await inContext({ tenantId: service.home.id }, () => computer.lookAt(visitId));
    expect(isLookedAt).toBe(false);
    expect(await visitor.session(tab, 'pending')).toMatchObject({ maxScrollDepthPercentage: null });
  });

  it('lets no tenant wait for another', async () => {
    const tab = await ended();
    const { letGo, looked } = stuckAt(service.app, await idOf(tab));
    aheadMs = 61_000;
    await until(async () => looked.includes(await idOf(tab)));
    const { rows } = await service.pool.query<{ id: string }>(
      `with told as (
         insert into visit (tenant_id, id, page_link_id, visit_key, page_id, audience_id, due_at)
         select $1, gen_random_uuid(), gen_random_uuid(), 'other', gen_random_uuid(), gen_random_uuid(), now()
         returning *
       )
       select id from told`,
      [service.stranger.id],
    );
    await until(() => looked.includes(rows[0]!.id));
    letGo();
    await visitor.session(tab, 'completed');
  });

  it('logs an outage of the database once, and goes on afterwards', async () => {
    const interruptions = () => lines.filter((line) => line.includes('work interrupted')).length;
    const before = interruptions();
    const looks = jest.spyOn(service.app.get(TenantStore), 'rowsOfAll');
    await service.pool.query('alter table visit rename to visit_elsewhere');
    await until(() => interruptions() > before);
    const failed = looks.mock.calls.length;
    await until(() => looks.mock.calls.length > failed + 2);
    await service.pool.query('alter table visit_elsewhere rename to visit');
    await begun();
    expect(interruptions()).toBe(before + 1);
  });
});

it('a worker that is to end is done with the visit that it is at, and begins no other', async () => {
  const stopped = await startTestService({ ROLE: 'all' });
  try {
    const itsVisitor = new TrackedVisitor({
      service: stopped,
      api: stopped.home.api,
      strangerApi: stopped.stranger.api,
    });
    await itsVisitor.shown('/page');
    const tabs: Tab[] = [];
    for (const _ of [1, 2]) {
      const tab = await itsVisitor.tab('/page');
      tabs.push(tab);
      await itsVisitor.tell(tab, [itsVisitor.view(tab)]).expect(202);
      await itsVisitor.session(tab, 'pending');
      await itsVisitor.tell(tab, [{ type: 'end' }]).expect(202);
    }
    const [first, second] = [
      (await itsVisitor.stored(tabs[0]!))[0]!.id,
      (await itsVisitor.stored(tabs[1]!))[0]!.id,
    ];
    const { letGo, looked } = stuckAt(stopped.app, first);
    aheadMs = 61_000;
    await until(() => looked.includes(first));
    let isStopped = false;
    const stopping = stopped.app
      .get(VisitWorker, { strict: false })
      .beforeApplicationShutdown()
      .then(() => (isStopped = true));
    await stopped.pool.query('select');
    expect(isStopped).toBe(false);
    letGo();
    await stopping;
    await itsVisitor.session(tabs[0]!, 'completed');
    await itsVisitor.session(tabs[1]!, 'pending');
    expect(looked).not.toContain(second);
  } finally {
    await stopped.close();
  }
});
