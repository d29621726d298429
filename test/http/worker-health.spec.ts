import request from 'supertest';
import { DeliveryWorker } from '../../src/modules/webhooks/sending/delivery-worker.js';
import { Readiness } from '../../src/shared/health/readiness.js';
import { BackgroundWork } from '../../src/shared/jobs/background-work.js';
import { JobEngine } from '../../src/shared/jobs/job-engine.js';
import type { LaneDispatcher } from '../../src/shared/jobs/lane-dispatcher.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { until } from '../support/until.js';

const KIND = 'idempotency.forget';

let service: TestService;

interface Part {
  name: string;
  status: string;
  detail: string | null;
  lagSeconds: number;
}

const ready = async (role = service) => role.home.api.get('/health/ready');
const jobsPart = async () => ((await ready()).body.parts as Part[]).find(({ name }) => name === 'jobs')!;
const jobsIn = async (state: string) => {
  const { text } = await service.home.api.get('/metrics');
  return new RegExp(`^foyer_jobs\\{kind="${KIND}",state="${state}"\\} (\\d+)$`, 'm').exec(text)?.[1];
};
const silentFor = (seconds: number) =>
  service.pool.query(`update jobs.queue set monitor_claim_on = now() - $1 * interval '1 second'`, [seconds]);

describe('a process that serves, without a worker', () => {
  beforeAll(async () => {
    service = await startTestService({ ROLE: 'api' });
  });
  afterAll(() => service.close());

  it('is ready, and tells an operator after 30 s that no worker looks after the jobs', async () => {
    await silentFor(20);
    expect(await jobsPart()).toMatchObject({ status: 'ok', detail: null });
    await silentFor(40);
    const answer = await ready();
    expect(answer.status).toBe(200);
    const late = await jobsPart();
    expect(late.lagSeconds).toBeGreaterThanOrEqual(40);
    expect(late).toMatchObject({
      status: 'ok',
      detail: expect.stringMatching(/^Its work has been waiting for 4\d s; does a worker run\?$/),
    });
    const { text } = await service.home.api.get('/metrics');
    expect(text).toMatch(/^foyer_worker_silence_seconds 4\d/m);
  });

  it('counts the jobs as they are', async () => {
    const { boss } = service.app.get(JobEngine);
    expect(await jobsIn('queued')).toBe('0');
    await boss.send(KIND, {}, { retryLimit: 0 });
    await boss.send(KIND, {}, { startAfter: 3600 });
    expect([await jobsIn('queued'), await jobsIn('deferred')]).toEqual(['2', '1']);
    const [job] = await boss.fetch(KIND);
    expect([await jobsIn('queued'), await jobsIn('active')]).toEqual(['1', '1']);
    await boss.fail(KIND, job!.id);
    expect([await jobsIn('active'), await jobsIn('failed')]).toEqual(['0', '1']);
  });

  // The last one: the service does not come back from its shutdown.
  it('has a site that is ready until the shutdown', async () => {
    const health = () => request(service.siteUrl).get('/_foyer/health');
    const { text, headers } = await health().expect(200);
    expect([text, headers['cache-control']]).toEqual(['ok\n', 'no-store']);
    service.app.get(Readiness).leave();
    await health().expect(503);
  });
});

describe('a worker', () => {
  let latest: Map<string, number>;
  const LONG_AGO = () => performance.now() - 31_000;

  beforeEach(async () => {
    service = await startTestService({ ROLE: 'worker' });
    latest = service.app.get(BackgroundWork)['latest'];
    await until(async () => (await ready()).status === 200);
  });
  afterEach(() => service.close());

  it('is ready as long as it looks for work', async () => {
    expect([...latest.keys()].sort()).toEqual(['lanes', 'visits']);
    for (const work of latest.keys()) latest.set(work, LONG_AGO());
    await until(async () => (await ready()).status === 200);

    const { dispatcher } = service.app.get<{ dispatcher: LaneDispatcher }>(DeliveryWorker, { strict: false });
    await dispatcher.stop(0);
    latest.set('lanes', LONG_AGO());
    const stuck = { code: 'work_stalled', detail: 'This worker makes no progress: lanes.' };
    expect((await ready()).body).toMatchObject(stuck);
    expect((await request(service.url).get('/health/ready').expect(503)).body).toMatchObject(stuck);
  });

  it('names stalled work and failing parts together', async () => {
    await service.pool.query('delete from migration where name = (select min(name) from migration)');
    const { dispatcher } = service.app.get<{ dispatcher: LaneDispatcher }>(DeliveryWorker, { strict: false });
    await dispatcher.stop(0);
    latest.set('lanes', LONG_AGO());
    expect((await ready()).body).toMatchObject({
      code: 'not_ready',
      detail: 'Not ready: migrations. This worker makes no progress: lanes.',
      errors: [
        { code: 'migrations_failing', message: '1 migrations are missing.' },
        { code: 'lanes_stalled', message: 'It has not looked for work for 30 s.' },
      ],
    });
  });

  it('names both, too, if it cannot ask how the jobs are supervised', async () => {
    const { dispatcher } = service.app.get<{ dispatcher: LaneDispatcher }>(DeliveryWorker, { strict: false });
    await dispatcher.stop(0);
    latest.set('lanes', LONG_AGO());
    await service.pool.query('drop schema jobs cascade');
    expect((await ready()).body).toMatchObject({
      detail: 'Not ready: jobs. This worker makes no progress: lanes.',
    });
  });

  it('is not ready if nobody supervises the jobs', async () => {
    await service.app.get(JobEngine).boss.stop({ close: false });
    await silentFor(40);
    expect((await ready()).body).toMatchObject({
      code: 'work_stalled',
      detail: 'This worker makes no progress: jobs.',
    });
  });
});
