import type { ServerResponse } from 'node:http';
import { jest } from '@jest/globals';
import { DUE_LANES } from '../../../src/modules/webhooks/sending/delivery-worker.js';
import { LaneConnection } from '../../../src/shared/jobs/lane-connection.js';
import { uuidOf } from '../../../src/shared/kernel/ids.js';
import { HeldTransaction } from '../../support/database/held-transaction.js';
import { until } from '../../support/until.js';
import { useDeliveries } from './deliveries.js';
import { Receiver } from '../receiver.js';

const { service, deliveries, receiver } = useDeliveries();

afterEach(() => jest.restoreAllMocks());

/** Else a slow machine tries again before the test does. */
const NOT_BY_ITSELF = { 'retry-after': '3600' };
const MAX_CALLS = 32;
const MAX_CALLS_WHILE_FAILING = 2;

const LOCK = `select pg_advisory_xact_lock(hashtextextended('foyer_webhooks ' || $1, 2))`;
const WAITS = `select from pg_locks where locktype = 'advisory' and not granted
  and database = (select oid from pg_database where datname = current_database())`;
const BREAK = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'foyer-lanes' and datname = current_database()`;

/** Three events have been delivered meanwhile, one after the other, to whoever is not held up. */
async function muchLater(): Promise<void> {
  for (const count of [1, 2, 3]) {
    await deliveries.topic();
    await receiver.has(count);
  }
}

it('a lane that another process runs is left to it, until that lets it go', async () => {
  const other = await Receiver.open();
  const { subscriptionId } = await deliveries.subscribe(other.url);
  await deliveries.subscribe(receiver.url);
  const held = await HeldTransaction.begin(service, LOCK, [uuidOf('webhook', subscriptionId)]);
  await muchLater();
  expect(other.received).toEqual([]);
  await held.rollback();
  await other.has(3);
  onlyTold();
  await deliveries.topic();
  await other.has(4);
  await other.close();
});

it('a lane that this process runs is refused to another, until this one lets it go', async () => {
  const { subscriptionId } = await deliveries.subscribe(receiver.url);
  const laneId = uuidOf('webhook', subscriptionId)!;
  const open: ServerResponse[] = [];
  receiver.answers((_, answer) => void open.push(answer));
  const other = new LaneConnection(service.databaseUrl, 'foyer_webhooks', {
    onNotification: () => undefined,
    onLost: () => undefined,
  });
  await other.open();
  await deliveries.topic();
  await receiver.has(1);
  expect(await other.acquire(laneId)).toBe(false);
  open[0]!.writeHead(204).end();
  await until(() => other.acquire(laneId));
  await other.close();
});

it('a lane is not gone on with once its lock is lost, and another process has it', async () => {
  const other = await Receiver.open();
  const { subscriptionId } = await deliveries.subscribe(other.url, { events: ['topic.updated'] });
  await deliveries.subscribe(receiver.url, { events: ['topic.created'] });
  const open: ServerResponse[] = [];
  other.answers((_, answer) => void open.push(answer));
  await deliveries.happen('topic_1', 3);
  await other.has(1);
  const taking = HeldTransaction.begin(service, LOCK, [uuidOf('webhook', subscriptionId)]);
  await until(async () => (await service.pool.query(WAITS)).rowCount === 1);
  await service.pool.query(BREAK);
  const held = await taking;
  other.answers(204);
  open[0]!.writeHead(204).end();
  await muchLater();
  expect(other.received).toHaveLength(1);
  await held.rollback();
  await other.has(3);
  await other.close();
});

/** From here on, whoever looks for work without being told of it finds none. */
function onlyTold(): void {
  const spied = jest.spyOn(LaneConnection.prototype, 'query');
  const query = spied.getMockImplementation()!;
  spied.mockImplementation(async function (this: LaneConnection, text, ...values) {
    return text === DUE_LANES ? [] : query.call(this, text, ...values);
  });
}

describe('a receiver', () => {
  /** All that it has not answered yet. */
  let open: ServerResponse[];
  beforeEach(() => {
    open = [];
    receiver.answers((_, answer) => void open.push(answer));
  });

  /** Answers one of those that wait after the other, until all have come. */
  async function answerAll(status: number, count: number): Promise<void> {
    for (let answered = 0; answered < count; answered++) {
      await until(() => open.length > 0);
      open.shift()!.writeHead(status, NOT_BY_ITSELF).end();
    }
  }

  it('is called so many times at once, and no more', async () => {
    const count = MAX_CALLS + 8;
    const subscription = await deliveries.subscribe(receiver.url, { ordering: 'none' });
    await deliveries.happen('topic_1', count);
    await receiver.has(MAX_CALLS);
    await answerAll(204, count);
    await deliveries.settled(subscription);
    expect(receiver.mostAtOnce).toBe(MAX_CALLS);
  });

  it('is called but a few times at once while it fails', async () => {
    const subscription = await deliveries.subscribe(receiver.url, { ordering: 'none' });
    await deliveries.topic();
    await answerAll(500, 1);
    await deliveries.settled(subscription);
    await deliveries.happen('topic_1', 8);
    await receiver.has(1 + MAX_CALLS_WHILE_FAILING);
    await answerAll(500, 8);
    await deliveries.settled(subscription);
    expect(receiver.mostAtOnce).toBe(MAX_CALLS_WHILE_FAILING);
  });
});
