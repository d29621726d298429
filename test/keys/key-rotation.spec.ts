import { jest } from '@jest/globals';
import { apiClient } from '../support/api/api-client.js';
import { useTestService } from '../support/test-service.js';
import { idOf, issued, later, MINUTE, pathOf, uuidOfKey } from './support.js';

const { service, api } = useTestService();

afterEach(() => jest.restoreAllMocks());

const as = (key: string) => apiClient(service.url, key);

describe('a rotated key', () => {
  const rotated = async (secret: string, body?: object) =>
    (await api.post(`${pathOf(secret)}/rotate`, body ?? {}).expect(200)).body;

  it('has both secrets for the overlap, and its id for good', async () => {
    const { secret } = await issued(api);
    const { secret: next, ...shown } = await rotated(secret, { overlapHours: 2 });
    expect(idOf(next)).toBe(idOf(secret));
    expect(Number(shown.previousSecretExpiresAt) - Number(shown.updatedAt)).toBe(2 * 60 * MINUTE);
    for (const each of [secret, next]) await as(each).get('/v0/topics').expect(200);
    expect((await as(secret).get('/v0/me')).body.expiresAt).toBe(shown.previousSecretExpiresAt);
    expect((await as(next).get('/v0/me')).body.expiresAt).toBe(null);
    later(2 * 60 * MINUTE + 1);
    const { body } = await as(secret).get('/v0/topics').expect(401);
    expect(body.detail).toBe('This secret was replaced: the API key was rotated.');
    await as(next).get('/v0/topics').expect(200);
  });

  it('has one secret without an overlap, and never more than two', async () => {
    const { secret } = await issued(api);
    const { secret: second } = await rotated(secret);
    const { secret: third } = await rotated(secret);
    later(1000);
    await as(secret).get('/v0/me').expect(401);
    await as(second).get('/v0/me').expect(200);
    const { secret: fourth, previousSecretExpiresAt } = await rotated(secret, { overlapHours: 0 });
    expect(previousSecretExpiresAt).toBeNull();
    later(2000);
    for (const each of [second, third]) await as(each).get('/v0/me').expect(401);
    await as(fourth).get('/v0/me').expect(200);
  });

  it.each([-1, 169, 0.5])('does not overlap for %d hours', async (overlapHours) => {
    const { secret } = await issued(api);
    await api.post(`${pathOf(secret)}/rotate`, { overlapHours }).expect(400);
  });

  it('is not one whose text is in a setting or a file', async () => {
    for (const origin of ['environment', 'data folder']) {
      const { secret } = await issued(api);
      await service.pool.query('update api_key set origin = $2 where id = $1', [uuidOfKey(secret), origin]);
      expect((await api.post(`${pathOf(secret)}/rotate`, {}).expect(409)).body.code).toBe(
        'key_secret_is_set',
      );
    }
  });
});
