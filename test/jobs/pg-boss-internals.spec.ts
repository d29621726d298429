import { Socket } from 'node:net';
import { Client } from 'pg';
import { PgBoss } from 'pg-boss';
import { JOB_SCHEMA, JOB_SCHEMA_MADE, JOB_TABLE, QUEUE_TABLE } from '../../src/shared/jobs/job-schema.js';
import {
  driverOptions,
  IS_ACTIVE,
  IS_FAILED,
  IS_WAITING,
  LOOKED_AFTER_AT,
} from '../../src/shared/libraries/pg-boss-internals.js';
import { internalsOf } from '../support/library-internals.js';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';

const part = internalsOf('pg-boss', '12.35.0', 'src/shared/libraries/pg-boss-internals.ts');

const KIND = 'internals';
let database: TestDatabase;
let client: Client;
let boss: PgBoss;

class OwnSocket extends Socket {
  static made = 0;

  constructor() {
    super();
    OwnSocket.made++;
  }
}

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  boss = new PgBoss({
    ...driverOptions({
      connectionString: database.url,
      query_timeout: 5000,
      stream: () => new OwnSocket(),
    }),
    schema: JOB_SCHEMA,
    migrate: false,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.createQueue(KIND);
});
afterAll(async () => {
  await boss.stop({ graceful: false });
  await client.end();
  await database.drop();
});

async function kept(id: string | null): Promise<Record<string, unknown> | undefined> {
  const { rows } = await client.query<Record<string, unknown>>(
    `select name, data->>'tenantId' as "tenantId", data->'data'->>'topicId' as "topicId",
       start_after > now() as "isLater", ${IS_WAITING} as "isWaiting"
     from ${JOB_TABLE} where id = $1`,
    [id],
  );
  return rows[0];
}

part('options that are for the driver are handed on to it', () => OwnSocket.made > 0);

part('the option `query_timeout` ends a statement that takes longer', async () => {
  const asked = boss.getDb().executeSql('select pg_sleep(60)');
  return asked.then(
    () => false,
    ({ message }: Error) => message === 'Query read timeout',
  );
});

part('a schema that was made has the table `version`', async () => {
  const { rows } = await client.query<{ made: boolean }>('select to_regclass($1) is not null as made', [
    JOB_SCHEMA_MADE,
  ]);
  return rows[0]!.made;
});

part(
  'a job that was sent is a row of the table `job`, with its `name`, `data` and `start_after`',
  async () => {
    const data = { tenantId: 'a', data: { topicId: 'b' } };
    const now = await kept(await boss.send(KIND, data));
    const later = await kept(await boss.send(KIND, data, { startAfter: 3600 }));
    const isSent = now?.name === KIND && now.tenantId === 'a' && now.topicId === 'b';
    return isSent && now.isLater === false && later?.isLater === true;
  },
);

part('the `state` of a job is below `active` as long as it waits, also for another try', async () => {
  const states: unknown[] = [];
  const id = await boss.send(KIND, {}, { priority: 1, retryLimit: 1 });
  const note = async () => states.push((await kept(id))?.isWaiting);
  await note();
  await boss.fetch(KIND);
  await note();
  await boss.fail(KIND, id!);
  await note();
  await boss.cancel(KIND, id!);
  await note();
  return states.join() === 'true,false,true,false';
});

part('the `state` of a job says that a worker has it, or that it was given up', async () => {
  const id = await boss.send(KIND, {}, { priority: 2, retryLimit: 0 });
  const note = async () => {
    const { rows } = await client.query<{ state: string }>(
      `select concat(${IS_ACTIVE}, ${IS_FAILED}) as state from ${JOB_TABLE} where id = $1`,
      [id],
    );
    return rows[0]!.state;
  };
  const states = [await note()];
  await boss.fetch(KIND);
  states.push(await note());
  await boss.fail(KIND, id!);
  states.push(await note());
  return states.join() === 'ff,tf,ft';
});

part('a supervised queue has a time in the table `queue`', async () => {
  const find = async () => {
    const { rows } = await client.query<{ age: number }>(
      `select extract(epoch from now() - ${LOOKED_AFTER_AT})::float as age from ${QUEUE_TABLE} where name = $1`,
      [KIND],
    );
    return rows[0]!.age;
  };
  await client.query(
    `update ${QUEUE_TABLE} set monitor_claim_on = null, created_on = now() - interval '1 day'`,
  );
  const before = await find();
  await boss.supervise(KIND);
  return before > 80_000 && (await find()) < 1000;
});
