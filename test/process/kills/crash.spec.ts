import { cleanUp, filledDataDir, type Instance, killServer, removeTemplates, start } from '../support.js';

const WRITERS = 4;
const ENOUGH = 40;

afterEach(cleanUp);
afterAll(removeTemplates);

it('has every acknowledged record after it was killed together with its database', async () => {
  const DATA_DIR = await filledDataDir();
  const instance = await start({ DATA_DIR });
  const acknowledged: string[] = [];
  const killed = new Promise<void>((resolve) => {
    const onAcknowledged = (id: string) => {
      if (acknowledged.push(id) === ENOUGH) resolve();
    };
    for (let writer = 0; writer < WRITERS; writer++) void writeUntilKilled(instance, onAcknowledged);
  }).then(async () => {
    instance.child.kill('SIGKILL');
    await killServer(DATA_DIR);
  });
  await killed;
  expect(await instance.ended).toEqual({ code: null, signal: 'SIGKILL' });

  const next = await start({ DATA_DIR });
  const statuses = await Promise.all(
    acknowledged.map(async (id) => (await next.get(`/v0/topics/${id}`)).status),
  );
  expect(acknowledged.length).toBeGreaterThanOrEqual(ENOUGH);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect((await next.send('POST', '/v0/topics', { title: 'After' })).status).toBe(201);
  expect(await next.stop()).toEqual({ code: 0, signal: null });
});

async function writeUntilKilled(instance: Instance, onAcknowledged: (id: string) => void): Promise<void> {
  try {
    for (;;) {
      const response = await instance.send('POST', '/v0/topics', { title: 'Kept' });
      if (response.status !== 201) return;
      onAcknowledged(((await response.json()) as { topicId: string }).topicId);
    }
  } catch {
    // killed in the middle of this one, which was never acknowledged
  }
}
