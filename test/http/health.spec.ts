import request from 'supertest';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;

beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service.close());

const get = (path: string) => request(service.url).get(path);

describe('health', () => {
  it('is alive and ready', async () => {
    expect((await get('/health/live').expect(200)).body).toEqual({ status: 'ok' });
    expect((await get('/health/ready').expect(200)).body).toEqual({ status: 'ok' });
  });

  it('is not ready without the tables', async () => {
    await service.pool.query('drop table migration');
    await get('/health/live').expect(200);
    await get('/health/ready').expect(503);
  });

  it('is not ready without the job schema', async () => {
    await service.pool.query('drop schema jobs cascade');
    const { body } = await get('/health/ready').expect(503);
    expect(body.code).toBe('jobs_not_installed');
  });

  it('tells an operator of each part', async () => {
    const operator = await service.keyWith(['metrics:read']);
    const ready = () => get('/health/ready').set('authorization', `Bearer ${operator}`);
    const { body } = await ready().expect(200);
    expect(body.parts.map(({ name, status }: { name: string; status: string }) => [name, status])).toEqual([
      ['database', 'ok'],
      ['migrations', 'ok'],
      ['jobs', 'ok'],
      ['lanes', 'ok'],
    ]);
    expect(body.parts[3].lagSeconds).toBe(0);
    expect(body.version).toMatch(/^\d+\.\d+\.\d+/);
    const other = await service.keyWith(['topics:read']);
    expect((await get('/health/ready').set('x-api-key', other).expect(200)).body).toEqual({ status: 'ok' });

    await service.pool.query(`delete from migration where name in (select name from migration limit 3)`);
    await service.pool.query('drop schema jobs cascade');
    const { body: problem } = await ready().expect(503);
    expect(problem).toMatchObject({
      code: 'not_ready',
      detail: 'Not ready: migrations, jobs.',
      errors: [
        { code: 'migrations_failing', message: '3 migrations are missing.' },
        { code: 'jobs_failing', message: 'The job schema is missing.' },
      ],
    });
  });

  it('shows durations by route and status, connections and jobs', async () => {
    await service.home.api.get('/v0/topics').expect(200);
    const { text, headers } = await service.home.api.get('/metrics').expect(200);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(text).toMatch(
      /foyer_http_request_duration_seconds_count\{method="GET",route="\/v0\/topics",status="200"\} 1/,
    );
    expect(text).toMatch(/foyer_database_connections\{state="idle"\} \d/);
    expect(text).toMatch(/foyer_database_work\{kind="request",state="running"\} \d/);
    expect(text).toMatch(/foyer_database_work\{kind="job",state="waiting"\} 0/);
    expect(text).toMatch(/foyer_lock_waiters 0/);
    expect(text).toMatch(/foyer_request_turns\{state="running"\} \d/);
    expect(text).toMatch(/foyer_requests_refused_total\{limit="tenant"\} 0/);
    expect(text).toMatch(/foyer_key_cache_total\{result="lookedUp"\} [1-9]/);
    expect(text).toMatch(/foyer_jobs\{kind="idempotency.forget",state="queued"\} 0/);
    await get('/metrics').expect(401);
  });

  it('shows versions and jobs that wait', async () => {
    const { api } = service.home;
    const page = { name: 'Waiting', pageContext: 'x', pageType: 'inbound', brandId: 'acme' };
    const lists = { actions: [], actionCardWidgets: [], scripts: [] };
    const { body: made } = await api.post('/v0/pages', { ...page, ...lists }).expect(201);
    const { body: audience } = await api.post(`/v0/pages/${made.pageId}/audiences`, {}).expect(201);
    await api.post(`/v0/pages/${made.pageId}/audiences/${audience.audienceId}/versions`, {}).expect(201);
    const { text } = await api.get('/metrics').expect(200);
    expect(text).toMatch(/^foyer_versions\{status="queued"\} 1$/m);
    expect(text).toMatch(/^foyer_job_lag_seconds\{kind="version.publish"\} \d/m);
  });
});
