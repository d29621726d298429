import {
  dueDeliveries,
  MAX_FETCHED,
  postponeBlocked,
} from '../../../src/modules/webhooks/sending/due-deliveries.js';
import { uuidOf } from '../../../src/shared/kernel/ids.js';
import { MANY_CONNECTIONS } from '../../support/api/at-once.js';
import { until } from '../../support/until.js';
import { useDeliveries } from './deliveries.js';

const { service, api, deliveries, receiver } = useDeliveries(MANY_CONNECTIONS);

const BACKLOG = 2000;

/** A part of what PostgreSQL says of a plan that it has run. */
interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Shared Hit Blocks': number;
  Plans?: PlanNode[];
}

const arrived = (topicId: string) => receiver.received.filter(({ body }) => body.payload.topicId === topicId);

it('lets a resource with much to tell hold up no other', async () => {
  const [busy, quiet] = [await deliveries.topic(), await deliveries.topic()];
  await deliveries.subscribe(receiver.url);
  receiver.answers(({ body }, answer) => {
    if (body.payload.topicId === quiet) answer.writeHead(200).end();
  });
  await deliveries.happen(busy, BACKLOG);
  await receiver.has(1);
  await api.patch(`/v0/topics/${quiet}`, { sortOrder: 0 }).expect(200);
  await receiver.has(2);
  expect([arrived(busy).length, arrived(quiet).length]).toEqual([1, 1]);
});

it('holds back a long line behind a failure in one step', async () => {
  receiver.answers(500, { 'retry-after': '3600' });
  const topicId = await deliveries.topic();
  const subscription = await deliveries.subscribe(receiver.url);
  await deliveries.happen(topicId, 5000);
  await receiver.has(1);
  await until(async () => (await deliveries.dueNow(subscription)) === 0);
  expect(receiver.received).toHaveLength(1);
});

it.each([
  ['what is due', "'topic_' || number", dueDeliveries, ['{}', '{}'], MAX_FETCHED],
  ['what is due in one line', "'topic_1'", dueDeliveries, ['{}', '{}'], MAX_FETCHED],
  ['what waits behind another one', "'topic_1'", postponeBlocked, ['{}'], BACKLOG - 1],
])(
  'finds %s in a backlog without comparing all with all, though nobody has counted it',
  async (_, resource, { text }, more, count) => {
    const { subscriptionId } = await deliveries.subscribe(receiver.url, { events: ['topic.deleted'] });
    const id = uuidOf('webhook', subscriptionId);
    const client = await service.pool.connect();
    await client.query('begin');
    await client.query(
      `insert into event (id, tenant_id, type, resource, payload, created_at)
     select new_uuid(), $1, 'topic.deleted', ${resource}, '{"type":"topic.deleted"}', now()
     from generate_series(1, $2::int) number`,
      [service.home.id, BACKLOG],
    );
    // All are due, but for the first one, which has failed.
    await client.query(
      `update webhook_delivery set due_at = now() + interval '1 hour' * (row = 1)::int - interval '1 second'
       from (select id as moved, row_number() over (order by seq) as row from webhook_delivery
         where subscription_id = $1) numbered
       where id = moved`,
      [id],
    );
    await client.query('set local plan_cache_mode = force_generic_plan');
    await client.query(`prepare looked_up as ${text}`);
    const values = [service.home.id, id, ...more].map((value) => `'${value}'`);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, buffers, format json) execute looked_up (${values.join()})`,
    );
    // Within the transaction: behind a pooler, what comes after it is another session's.
    await client.query('deallocate looked_up');
    await client.query('rollback');
    client.release();
    const { Plan: plan } = rows[0]!['QUERY PLAN'][0];
    // What a write looks up is a node of its own below it.
    const look = plan['Node Type'] === 'ModifyTable' ? plan.Plans![0]! : plan;
    expect(look['Actual Rows']).toBe(count);
    expect(look['Shared Hit Blocks']).toBeLessThan(BACKLOG * 20);
  },
);
