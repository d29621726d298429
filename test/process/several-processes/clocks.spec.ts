import { momentOf } from '../../../src/shared/kernel/wire-time.js';
import { cleanUp, freshDatabase, type Instance, start, until } from '../support.js';

interface TopicView {
  topicId: string;
  createdAt: string;
  updatedAt: string;
}

const ROUNDS = 6;
/** Processes agree as well as the answers of the database are quick; on a busy machine that is not to the millisecond. */
const APART_MS = 100;

let right: Instance;
let behind: Instance;

beforeAll(async () => {
  const DATABASE_URL = await freshDatabase();
  right = await start({ DATABASE_URL });
  const preload = new URL('./behind.mjs', import.meta.url).href;
  behind = await start({ DATABASE_URL, NODE_OPTIONS: `--import=${preload}` });
});
afterAll(cleanUp);

async function send(instance: Instance, method: string, path: string, body: object): Promise<TopicView> {
  return (await instance.send(method, path, body)).json() as Promise<TopicView>;
}

const create = (instance: Instance) =>
  send(instance, 'POST', '/v0/topics', { title: 'Told in time', purpose: 'p' });

it('is really behind', async () => {
  const [, loggedMs] = await behind.prints(/"time":(\d+)/);
  expect(Number(loggedMs)).toBeLessThan(Date.now() - 3_600_000);
});

it('never changes a record before it is made, on a machine whose clock is behind', async () => {
  const { topicId, createdAt } = await create(right);
  const { updatedAt } = await send(behind, 'PATCH', `/v0/topics/${topicId}`, { sortOrder: 1 });
  expect(momentOf(updatedAt).getTime()).toBeGreaterThanOrEqual(momentOf(createdAt).getTime());
});

it('lists what such a machine makes where it belongs', async () => {
  const made: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    made.push((await create(round % 2 === 0 ? right : behind)).topicId);
    const madeAt = Date.now();
    await until(() => Date.now() > madeAt + APART_MS);
  }
  const { items } = (await (await right.get('/v0/topics?limit=100')).json()) as { items: TopicView[] };
  expect(items.map(({ topicId }) => topicId).filter((id) => made.includes(id))).toEqual(made);
  expect(made.toSorted()).toEqual(made);
});
