import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { jest } from '@jest/globals';
import { processesOf, scratchTree } from './scratch-tree.js';
import { cleanUp, type Instance, ready, run, until } from '../process/support.js';

const GOOD_END = { code: 0, signal: null };

// Each test compiles what was changed, which takes its time on a busy machine.
jest.setTimeout(300_000);

afterEach(cleanUp);

it('runs the newest of several quick saves on the data that were there, and ends on Ctrl-C amid a restart', async () => {
  const tree = await scratchTree();
  const dev = await startDev(tree, { SHUTDOWN_DELAY_MS: '500' });
  const created = await dev.send('POST', '/v0/topics', { title: 'Kept' });
  const { topicId } = (await created.json()) as { topicId: string };

  for (const take of [1, 2, 3]) await saveAndCompile(tree, dev, take);
  const newest = await readyAgain(dev, 3);
  expect((await newest.get(`/v0/topics/${topicId}`)).status).toBe(200);
  expect((await processesOf(tree)).filter((words) => words.includes('dist/main'))).toHaveLength(1);
  expect((await processesOf(tree)).filter((words) => words.includes('/bin/postgres'))).toHaveLength(1);

  await save(tree, 4);
  await until(() => isLeaving(newest));
  process.kill(-dev.child.pid!, 'SIGINT');
  expect(await dev.ended).toEqual(GOOD_END);
  expect(await processesOf(tree)).toEqual([]);
});

it('ends with all it started when npm alone is told to', async () => {
  const tree = await scratchTree();
  const dev = await startDev(tree);
  expect(await dev.stop('SIGTERM')).toEqual(GOOD_END);
  expect(await processesOf(tree)).toEqual([]);
});

async function startDev(tree: string, environment = {}): Promise<Instance> {
  return ready(run(['npm', 'run', 'dev'], { PORT: '0', ...environment }, { cwd: tree, detached: true }));
}

async function save(tree: string, take: number): Promise<void> {
  const file = path.join(tree, 'src/application/announce.ts');
  const text = await readFile(file, 'utf8');
  expect(text).toContain('Foyer is ready');
  await writeFile(file, text.replace(/Foyer is ready.*?\./, `Foyer is ready, take ${take}.`));
}

/** The next save comes while the last one is being started. */
async function saveAndCompile(tree: string, dev: Instance, take: number): Promise<void> {
  await save(tree, take);
  await dev.prints(new RegExp(`(Found 0 errors[^]*){${take + 1}}`));
}

/** Where nothing listens any more it is about to end. */
async function isLeaving(service: Instance): Promise<boolean> {
  return service.get('/health/ready').then(
    ({ status }) => status === 503,
    () => true,
  );
}

async function readyAgain(dev: Instance, take: number): Promise<Instance> {
  const [, url = ''] = await dev.prints(new RegExp(`take ${take}\\.[^]*Docs +(http\\S+)/docs\n`));
  return { ...dev, get: (route) => fetch(url + route, { headers: { 'x-api-key': dev.key } }) };
}
