import { jest } from '@jest/globals';
import { Client } from 'pg';
import { ConnectionShares } from '../../src/shared/database/transactions/connection-shares.js';
import { ReadPipeline } from '../../src/shared/database/records/read-pipeline.js';
import { clock } from '../../src/shared/kernel/clock.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { call, operationsOf } from '../support/openapi/operations.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';

// Before the service is closed, which drops the database.
afterAll(() => other.end());

const { service, api, strangerApi } = useTestService();

let other: Client;
beforeAll(async () => {
  other = new Client({ connectionString: service.databaseUrl });
  await other.connect();
});
afterEach(() => other.query('rollback'));

const TOPIC = `/v0/topics/${exampleId('topic')}`;
const PERSON = `/v0/persons/${exampleId('person')}`;

const times = <Result>(count: number, act: (index: number) => PromiseLike<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => Promise.resolve(act(index))));

/** Who has asked for a topic last, over a connection that is not one of the pool. */
async function pipelinePids(): Promise<number[]> {
  const { rows } = await other.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and query like '%json_agg(entry)%from topic t%' and pid <> pg_backend_pid()
       and pid <> all ($1)`,
    [
      (service.pool as unknown as { _clients: { processID: number }[] })._clients.map(
        (each) => each.processID,
      ),
    ],
  );
  return rows.map(({ pid }) => pid);
}

const opened = () =>
  until(async () => {
    await api.get(TOPIC).expect(200);
    return (await pipelinePids())[0];
  });

it('reads by id share one connection, and each is answered what it asked for', async () => {
  await opened();
  const titles = Array.from({ length: 30 }, (_, number) => `Topic ${number}`);
  const made = await times(30, (index) => api.post('/v0/topics', { title: titles[index] }).expect(201));
  const overPool = jest.spyOn(service.pool, 'query');
  // On a busy machine some are asked over the pool at first.
  await until(async () => {
    overPool.mockClear();
    const answers = await times(30, (index) =>
      api.get(`/v0/topics/${made[index]!.body.topicId}`).expect(200),
    );
    expect(answers.map(({ body }) => body.title)).toEqual(titles);
    return overPool.mock.calls.length === 0;
  });
  await strangerApi.get(TOPIC).expect(404);
  overPool.mockRestore();
});

it('answers are those that the pool gives', async () => {
  await opened();
  const reads = (await operationsOf(service)).filter(
    ({ method, path, public: isPublic }) => method === 'GET' && path.includes('{') && !isPublic,
  );
  // Else URLs would expire at another moment.
  jest.spyOn(clock, 'now').mockReturnValue(new Date());
  const answers = async () => {
    const texts: [id: string, text: string][] = [];
    for (const operation of reads) {
      const path = operation.examplePath;
      texts.push([operation.id, (await call(service, operation, { path, key: service.home.key })).text]);
    }
    return texts;
  };
  const overPipeline = await answers();
  const pipeline = jest
    .spyOn(service.app.get(ReadPipeline), 'rows')
    .mockImplementation(async (query) => (await service.app.get(ConnectionShares).query(query)).rows);
  expect(overPipeline).toEqual(await answers());
  expect(pipeline.mock.calls.length).toBeGreaterThan(10);
  jest.restoreAllMocks();
});

it('a connection that is lost fails no request, and is replaced', async () => {
  const pid = await opened();
  const answers = times(200, () => api.get(TOPIC));
  await other.query('select pg_terminate_backend($1)', [pid]);
  for (const { status } of await answers) expect(status).toBe(200);
  expect(await opened()).not.toBe(pid);
});

it('a read that waits does not hold up those behind it', async () => {
  await opened();
  await other.query('begin');
  await other.query('lock table topic in access exclusive mode');
  const held = times(5, () => api.get(TOPIC));
  for (const { status } of await times(20, () => api.get(PERSON))) expect(status).toBe(200);
  await other.query('commit');
  for (const { status } of await held) expect(status).toBe(200);
});

it('a plan that has become stale is made anew', async () => {
  await opened();
  await other.query('alter table topic alter column purpose type varchar');
  await api.get(TOPIC).expect(200);
  await opened();
  await other.query('alter table topic alter column purpose type text');
  await times(10, () => api.get(TOPIC).expect(200));
});
