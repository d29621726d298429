import { sendJob } from '../sent-job.js';
import { cleanUp, freshDatabase, start } from '../support.js';

afterEach(cleanUp);

it('divides the work between a process that serves and one that works', async () => {
  const DATABASE_URL = await freshDatabase('template1');
  const api = await start({ DATABASE_URL, ROLE: 'api' });
  const done = await sendJob(DATABASE_URL);
  expect((await api.get('/v0/topics')).status).toBe(200);

  const beforeWorker = new Date();
  const worker = await start({ DATABASE_URL, ROLE: 'worker', MIGRATE: 'false' });
  expect((await done()).getTime()).toBeGreaterThanOrEqual(beforeWorker.getTime());

  const statuses = async (paths: string[]) =>
    Promise.all(paths.map(async (path) => (await worker.get(path)).status));
  expect(await statuses(['/health/live', '/health/ready', '/metrics'])).toEqual([200, 200, 200]);
  expect(await statuses(['/v0/topics', '/docs', '/openapi.json'])).toEqual([404, 404, 404]);
  expect(await (await worker.get('/v0/topics')).json()).toMatchObject({ code: 'not_served_here' });

  expect(await api.stop()).toEqual({ code: 0, signal: null });
  expect((await worker.get('/health/ready')).status).toBe(200);
  expect(await worker.stop()).toEqual({ code: 0, signal: null });
});
