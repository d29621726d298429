import { Client } from 'pg';
import { recordAttempts, toAttemptParams } from '../../../src/modules/webhooks/sending/delivery-attempts.js';
import type { Outcome } from '../../../src/modules/webhooks/sending/delivery-outcome.js';
import { DUE_LANES_OF_TENANTS } from '../../../src/modules/webhooks/sending/delivery-worker.js';
import { dueDeliveries, postponeBlocked } from '../../../src/modules/webhooks/sending/due-deliveries.js';
import { failExpired } from '../../../src/modules/webhooks/deliveries/expired-deliveries.js';
import { ServiceClient } from '../../../src/shared/database/driver/service-client.js';
import { newUuid } from '../../../src/shared/kernel/ids.js';
import type { PlanNode } from '../../lists/plan.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';

const BACKLOG = 3000;
const OUTCOMES = 500;
const [tenant, subscription] = [newUuid(), newUuid()];

let database: TestDatabase;
let client: Client;

async function open(Connection: typeof Client): Promise<void> {
  database = await createTestDatabase();
  client = new Connection({ connectionString: database.url });
  await client.connect();
}

async function close(): Promise<void> {
  await client.end();
  await database.drop();
}

/** A tenant with few deliveries, which are counted, and one that is due later, which is not. */
async function begin(counted: number, topics: number): Promise<void> {
  await client.query(`insert into tenant (id, name, created_at) values ('${tenant}', 'busy', now())`);
  await client.query(
    `select ensure_week('{event,webhook_delivery,webhook_attempt}', ${AGES}) from generate_series(0, 3) n`,
  );
  if (counted > 0) await happen(counted, topics);
  await client.query('vacuum analyze tenant, event, webhook_delivery, webhook_attempt');
  await happen(1, topics, '1 hour');
}

/** In the last three weeks, and in one that is too old. */
const AGES = `now() - (array[0, 7, 14, 32])[n % 4 + 1] * interval '1 day'`;

const idAt = (moment: string) =>
  `overlay(new_uuid()::text placing left(first_uuid_of(${moment})::text, 13) from 1 for 13)::uuid`;

/** Deliveries of as many topics, and their events. */
async function happen(count: number, topics: number, dueIn = '0 s'): Promise<void> {
  await client.query(
    `with happened as (
       insert into event (tenant_id, id, type, resource, payload, created_at)
       select $1, ${idAt('moment')}, 'topic.updated', 'topic_' || n % $5::int, '{}', moment
       from (select n, ${AGES} as moment from generate_series(1, $2::int) n) made
       returning *
     )
     insert into webhook_delivery (
       tenant_id, id, subscription_id, event_id, event_type, seq, resource, status, tries, attempts, due_at, created_at
     )
     select tenant_id, new_uuid(), $3, id, type, seq, resource, 'waiting', 0, 0, now() + $4::interval, created_at
     from happened`,
    [tenant, count, subscription, dueIn, topics],
  );
}

async function outcomes(): Promise<Outcome[]> {
  const { rows } = await client.query<{ id: string; event: string }>(
    `select id, event_id as event from webhook_delivery limit ${OUTCOMES}`,
  );
  const attempt = {
    url: 'x',
    at: new Date(),
    durationMs: 1,
    status: 204,
    error: null,
    detail: null,
    responseBody: '',
  };
  return rows.map(({ id, event }) => ({
    ...{
      delivery: { id, eventId: event, dueAt: 0 },
      attempt,
      status: 'delivered',
      tries: 1,
      delayMs: 0,
    },
  })) as unknown as Outcome[];
}

/** How many pairs of rows are compared, and how many rows are read. */
function work(node: PlanNode & { 'Rows Removed by Join Filter'?: number }): number {
  const loops = node['Actual Loops'] ?? 1;
  const own = ((node['Rows Removed by Join Filter'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * loops;
  const rows = (node['Actual Rows'] ?? 0) * loops;
  return Math.max(own + rows, ...(node.Plans ?? []).map(work));
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

const STATEMENTS = [
  { what: 'is found', statement: dueDeliveries, more: () => [subscription, [], []] },
  { what: 'is put off', statement: postponeBlocked, more: () => [subscription, []] },
  { what: 'is given up', statement: failExpired, more: () => [subscription, daysAgo(30)] },
  { what: 'is written to', statement: recordAttempts, more: async () => toAttemptParams(await outcomes()) },
];

type Statement = (typeof STATEMENTS)[number];

const literal = (value: unknown) =>
  client.escapeLiteral(Array.isArray(value) ? `{${JSON.stringify(value).slice(1, -1)}}` : String(value));

const COUNTS = { madeForIt: [0, 1, 2, 10], keptFromBefore: [0, 10] };

const casesOf = (counts: readonly number[]) =>
  counts.flatMap((counted) => [1, BACKLOG].map((topics) => ({ counted, topics })));

const execute = async ({ what, more }: Statement) =>
  `execute ${client.escapeIdentifier(what)} (${[tenant, ...(await more())].map(literal).join(', ')})`;

const prepare = ({ what, statement }: Statement) =>
  client.query(`prepare ${client.escapeIdentifier(what)} as ${statement.text}`);

/** What it changes is undone, so that the next statement finds the same rows. */
async function expectLittleWork(statement: Statement): Promise<void> {
  await client.query('begin');
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, format json) ${await execute(statement)}`,
  );
  await client.query('rollback');
  expect(work(rows[0]!['QUERY PLAN'][0].Plan)).toBeLessThan(10 * BACKLOG);
}

/** Who counts the rows of a table does so now and then, and there may be many more since. As behind a pooler. */
describe.each(casesOf(COUNTS.madeForIt))(
  'where the server has counted $counted rows, by a plan made for it, a backlog of $topics topics',
  ({ counted, topics }) => {
    beforeAll(async () => {
      await open(Client);
      await begin(counted, topics);
      await happen(BACKLOG, topics);
      await client.query('set plan_cache_mode = force_custom_plan');
    });
    afterAll(close);

    it.each(STATEMENTS)('$what without comparing all with all', async (statement) => {
      await prepare(statement);
      await expectLittleWork(statement);
    });
  },
);

describe.each(casesOf(COUNTS.keptFromBefore))(
  'where the server has counted $counted rows, by a plan kept from before, a backlog of $topics topics',
  ({ counted, topics }) => {
    const asked = STATEMENTS.filter(({ statement }) => !statement.options.isPlannedAnew);
    beforeAll(async () => {
      await open(ServiceClient);
      await begin(counted, topics);
      await client.query('set plan_cache_mode = force_generic_plan');
      for (const statement of asked) {
        await prepare(statement);
        await client.query(`begin; ${await execute(statement)}; rollback`);
      }
      await happen(BACKLOG, topics);
    });
    afterAll(close);

    it.each(asked)('$what without comparing all with all', expectLittleWork);
  },
);

describe('where deliveries came after the plan was made, told workers', () => {
  const asked = `execute told ('{${tenant}}')`;
  beforeAll(async () => {
    await open(ServiceClient);
    await begin(0, 1);
    await client.query(
      `insert into webhook_subscription
         (tenant_id, id, url, events, active, sealed_secret, created_at, updated_at, ordering)
       values ($1, $2, 'x', '{}', true, '', now(), now(), 'resource')`,
      [tenant, subscription],
    );
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query(`prepare told as ${DUE_LANES_OF_TENANTS.text}`);
    await client.query(asked);
  });
  afterAll(close);

  it.each([
    { dueIn: '1 hour', found: 0 },
    { dueIn: '0 s', found: 1 },
  ])('read only the first of those that are due in $dueIn', async ({ dueIn, found }) => {
    await happen(BACKLOG, BACKLOG, dueIn);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, format json) ${asked}`,
    );
    expect(work(rows[0]!['QUERY PLAN'][0].Plan)).toBeLessThan(10);
    expect((await client.query(asked)).rowCount).toBe(found);
  });
});
