import { readdir, readFile } from 'node:fs/promises';
import { get } from 'node:http';
import { internalsOf } from '../../support/library-internals.js';
import { cleanUp, freshDatabase, type Instance, run, start, until } from '../support.js';

const part = internalsOf('node', '24.21.0', 'src/shared/libraries/node-cluster-internals.ts');

interface Counted {
  answered: number;
  refused: number;
  hung: number;
  /** Descriptors that the parent has more than before. */
  lost: number;
}

afterEach(cleanUp);

part('after 50 kills, no call hangs and no descriptor is lost', async () => {
  const { lost, ...calls } = await killing('one');
  expect(calls).toEqual({ answered: 150, refused: 0, hung: 0 });
  return lost <= 0;
});

it.each([
  ['both', { answered: 0, refused: 2, hung: 0 }],
  ['late', { answered: 2, refused: 1, hung: 0 }],
])('a connection that no process takes is closed: %s', async (which, expected) => {
  const { lost, ...calls } = await killing(which);
  expect(calls).toEqual(expected);
  expect(lost).toBeLessThanOrEqual(0);
});

it('a call to a process of a group that is killed is answered by another one', async () => {
  const group = await start({ DATABASE_URL: await freshDatabase(), ROLE: 'api', PROCESSES: '2' });
  const [victim] = await childrenOf(group);
  const before = await descriptorsOf(group);
  process.kill(victim!, 'SIGSTOP');
  const calls = Array.from({ length: 4 }, () => statusOf(group));
  let answered = 0;
  for (const call of calls) void call.then(() => answered++);
  await until(async () => answered === 3);
  process.kill(victim!, 'SIGKILL');
  expect(await Promise.all(calls)).toEqual([200, 200, 200, 200]);
  await until(async () => (await childrenOf(group)).length === 2);
  await until(async () => (await descriptorsOf(group)) <= before);
});

async function killing(CASE: string): Promise<Counted> {
  const parent = run([process.execPath, 'test/process/kills/killed-processes.mjs'], { CASE });
  await parent.ended;
  return JSON.parse(parent.stdout) as Counted;
}

async function childrenOf({ child }: Instance): Promise<number[]> {
  const text = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

const descriptorsOf = async ({ child }: Instance) => (await readdir(`/proc/${child.pid}/fd`)).length;

/** On a connection of its own. */
function statusOf(group: Instance): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = get(`${group.url}/health/live`, { agent: false }, (response) =>
      response.resume().once('end', () => resolve(response.statusCode)),
    );
    request.once('error', reject);
  });
}
