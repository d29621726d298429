import { randomUUID } from 'node:crypto';
import { useTestService } from '../support/test-service.js';
import { CONTENT, filesOf, orphanCount, problemOf, send, type Upload } from './support.js';

const { service } = useTestService();
const upload = (key: string, given: Upload = {}) =>
  send(service, { ...given, headers: { 'idempotency-key': key } });

describe('Idempotency-Key of an upload', () => {
  it('gives a repeat the first answer, and keeps its file once', async () => {
    const key = randomUUID();
    const files = (await filesOf(service)).length;
    const first = await upload(key);
    const again = await upload(key);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(await again.text()).toBe(await first.text());
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await filesOf(service)).toHaveLength(files + 1);
    expect(await orphanCount(service)).toBe(0);
  });

  it.each([
    ['another file', { content: CONTENT.gif }],
    ['another field', { fields: { name: 'Other' } }],
  ])('refuses %s under the same key, and keeps nothing of it', async (_, other) => {
    const key = randomUUID();
    expect((await upload(key)).status).toBe(201);
    const files = await filesOf(service);
    const answer = await upload(key, other);
    expect(answer.status).toBe(422);
    expect((await problemOf(answer)).code).toBe('idempotency_key_reused');
    expect(await filesOf(service)).toEqual(files);
  });

  it('lets one of 20 parallel uploads through', async () => {
    const key = randomUUID();
    const files = (await filesOf(service)).length;
    // No more than may wait until their picture is decoded.
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(key)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);
    const texts = await Promise.all(answers.filter(({ ok }) => ok).map((answer) => answer.text()));
    expect(new Set(texts).size).toBe(1);
    expect(await filesOf(service)).toHaveLength(files + 1);
    expect(await orphanCount(service)).toBe(0);
  });
});
