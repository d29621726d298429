import { randomBytes } from 'node:crypto';
import { jest } from '@jest/globals';
import { hashKey } from '../../src/shared/auth/keys/api-key.js';
import { KeyStore } from '../../src/shared/auth/keys/key-store.js';
import { apiClient } from '../support/api/api-client.js';
import { useTestService } from '../support/test-service.js';

const ORIGIN = 'https://app.example.com';
const { service, api, strangerApi } = useTestService({ RATE_LIMIT: '1:20', CORS_ORIGINS: ORIGIN });

afterEach(() => jest.restoreAllMocks());

const as = (key: string) => apiClient(service.url, key);
const unknownKey = () => randomBytes(16).toString('hex');
const limitsOf = ({ headers }: { headers: Record<string, string> }) => [
  headers['ratelimit-policy'],
  headers['ratelimit'],
];
const many = (count: number, key: () => string, path = '/v0/topics') =>
  Promise.all(Array.from({ length: count }, () => as(key()).get(path)));

describe('a key with a limit of its own', () => {
  it('is told of both limits, and stopped by its own alone', async () => {
    const key = await service.keyWith(['topics:read'], { rateLimit: { perSecond: 1, burst: 3 } });
    const first = await as(key).get('/v0/topics').expect(200);
    expect(limitsOf(first)).toEqual([
      '"tenant";q=20;w=20, "key";q=3;w=3',
      expect.stringMatching(/^"tenant";r=\d+;t=\d+, "key";r=2;t=1$/),
    ]);
    await as(key).post('/v0/topics', { title: 'No' }).expect(403);
    await as(key).get('/v0/topics').expect(200);
    const { body, headers } = await as(key).get('/v0/topics').expect(429);
    expect(body).toMatchObject({ code: 'rate_limited', title: 'Too Many Requests' });
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(Number(headers['retry-after'])).toBe(1);
    expect(headers['ratelimit']).toMatch(/^"key";r=0;t=\d$/);
    await as(await service.keyWith(['*']))
      .get('/v0/topics')
      .expect(200);
  });
});

describe('a tenant', () => {
  it('is told of its limit with every answer, and stopped where it is reached, without touching others', async () => {
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429 && statuses.length < 40) {
      const answer = await api.get('/v0/topics/nonsense');
      expect(answer.headers['ratelimit-policy']).toBe('"tenant";q=20;w=20');
      statuses.push(answer.status);
    }
    expect(new Set(statuses)).toEqual(new Set([404, 429]));
    const other = await strangerApi.get('/v0/topics').set('origin', ORIGIN).expect(200);
    expect(limitsOf(other)).toEqual(['"tenant";q=20;w=20', '"tenant";r=19;t=1']);
    expect(other.headers['access-control-expose-headers']).toMatch(/RateLimit-Policy,RateLimit/);
  });
});

describe('an unknown key', () => {
  it('is not looked up again at once', async () => {
    const lookUps = jest.spyOn(service.app.get(KeyStore), 'findByHashes');
    const key = unknownKey();
    for (let time = 0; time < 3; time++) await as(key).get('/v0/topics').expect(401);
    // Keys in use are looked up again beside requests.
    const ofThisKey = lookUps.mock.calls.filter(([hashes]) =>
      hashes.some((hash) => hash.equals(hashKey(key))),
    );
    expect(ofThisKey).toHaveLength(1);
  });

  it('is refused by its address where too many came, and a good key that is not known yet is found', async () => {
    const tenantId = service.stranger.id;
    const good = await service.app.get(KeyStore).generate({ tenantId, origin: 'cli', scopes: ['*'] });
    const flood = many(200, unknownKey);
    const found = as(good).get('/v0/topics').expect(200);
    const answers = await flood;
    await found;
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
    for (const { status, headers } of answers) if (status === 429) expect(headers['retry-after']).toBe('1');
    await as(good).get('/v0/topics').expect(200);
  });

  it('is counted also where none is needed', async () => {
    const answers = await many(200, unknownKey, '/health/ready');
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  });
});
