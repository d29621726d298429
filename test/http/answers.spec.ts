import request from 'supertest';
import { captureLog } from '../support/captured-log.js';
import { useTestService } from '../support/test-service.js';

const { logger, lines } = captureLog({ base: undefined });
const { service, api } = useTestService({ CORS_ORIGINS: 'https://app.example.com' }, logger);

describe('every answer', () => {
  it('carries the id that the caller gave, if it is sane', async () => {
    const answer = await api.get('/v0/topics').set('x-request-id', 'trace-42.a:b');
    expect(answer.headers['x-request-id']).toBe('trace-42.a:b');
  });

  it.each(['with space', 'ü', 'x'.repeat(129), '"quoted"'])(
    'gets an id of our own instead of %j',
    async (given) => {
      const answer = await api.get('/v0/topics').set('x-request-id', encodeURI(given).replaceAll('%20', ' '));
      expect(answer.headers['x-request-id']).toMatch(/^req_[0-9a-z]{26}$/);
    },
  );

  it('has safe headers and does not tell what it is made with', async () => {
    const { headers } = await request(service.url).get('/health/live').expect(200);
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
    });
  });

  it('has a policy of its own where it is a page', async () => {
    const { headers } = await request(service.url).get('/docs').expect(200);
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  });

  it('lets browsers of the listed origins in, and no others', async () => {
    const from = (origin: string) => request(service.url).get('/health/live').set('origin', origin);
    expect((await from('https://app.example.com')).headers['access-control-allow-origin']).toBe(
      'https://app.example.com',
    );
    expect((await from('https://evil.example.com')).headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('the log', () => {
  it('has one line a request, with what happened and nothing secret', async () => {
    lines.length = 0;
    const requestId = 'log-line-1';
    await api.post('/v0/topics', { title: 'Top secret' }).set('x-request-id', requestId).expect(201);
    await api.get('/v0/topics/topic_x').expect(404);
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(entries.filter((entry) => entry.requestId === requestId)).toEqual([
      expect.objectContaining({
        requestId,
        tenant: expect.stringMatching(/^tenant_/),
        method: 'POST',
        route: '/v0/topics',
        status: 201,
        durationMs: expect.any(Number),
      }),
    ]);
    expect(entries.at(-1)).toMatchObject({ route: '/v0/topics/:topic_id', status: 404 });
    const all = lines.join('');
    expect(all).not.toContain('Top secret');
    expect(all).not.toContain(service.home.key);
  });
});
