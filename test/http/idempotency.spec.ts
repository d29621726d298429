import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Transaction } from '../../src/shared/database/transactions/transaction.js';
import { clock } from '../../src/shared/kernel/clock.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { useTestService } from '../support/test-service.js';

const { service, api, strangerApi } = useTestService();

afterEach(() => jest.restoreAllMocks());

const post = (key: string, body: object = { title: 'Once' }) =>
  api.post('/v0/topics', body).set('idempotency-key', key);

async function topicsTitled(title: string): Promise<number> {
  const { rowCount } = await service.pool.query('select 1 from topic where title = $1', [title]);
  return rowCount!;
}

describe('Idempotency-Key', () => {
  it('gives a repeat the first answer, to the letter, and does nothing twice', async () => {
    const key = randomUUID();
    const first = await post(key, { title: 'Just once' }).expect(201);
    const again = await post(key, { title: 'Just once' }).expect(201);
    expect(again.text).toBe(first.text);
    expect(again.headers.etag).toBe(first.headers.etag);
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await topicsTitled('Just once')).toBe(1);
  });

  it('refuses another request under the same key', async () => {
    const key = randomUUID();
    await post(key).expect(201);
    for (const other of [
      post(key, { title: 'Other' }),
      api.post(`/v0/topics/topic_x/entries`, {}).set('idempotency-key', key),
    ]) {
      expect((await other.expect(422)).body.code).toBe('idempotency_key_reused');
    }
  });

  it('belongs to its tenant', async () => {
    const key = randomUUID();
    const ours = await post(key).expect(201);
    const theirs = await strangerApi
      .post('/v0/topics', { title: 'Once' })
      .set('idempotency-key', key)
      .expect(201);
    expect(theirs.body.topicId).not.toBe(ours.body.topicId);
  });

  it('keeps nothing of a request that failed', async () => {
    const key = randomUUID();
    await post(key, { title: '' }).expect(400);
    await post(key, { title: 'Mended' }).expect(201);
  });

  it('is refused while the first request with it is under way, which has it to itself', async () => {
    const key = randomUUID();
    const topics = 'select pg_advisory_xact_lock(hashtextextended($1, 1))';
    const held = await HeldTransaction.begin(service, topics, [`${service.home.id} topics`]);
    const { result: first } = await held.holdsUp(post(key, { title: 'Slow' }));
    const { status, body } = await post(key, { title: 'Slow' });
    expect([status, body.code]).toEqual([409, 'idempotency_key_in_use']);
    await strangerApi.post('/v0/topics', { title: 'Slow' }).set('idempotency-key', key).expect(201);
    await held.commit();
    expect((await first).status).toBe(201);
    const again = await post(key, { title: 'Slow' }).expect(201);
    expect(again.headers['idempotency-replayed']).toBe('true');
  });

  it('is taken before its answer is looked for: else the first might be answered in between', async () => {
    const asked = jest.spyOn(Transaction.prototype, 'query');
    await post(randomUUID()).expect(201);
    const names = asked.mock.calls.map(([{ name }]) => name).filter((name) => name?.startsWith('idempotent'));
    expect(names).toEqual(['idempotent_answer.lock', 'idempotent_answer.by_key', 'idempotent_answer.save']);
  });

  it('lets one of many parallel requests through; the others are told to wait or given its answer', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 30 }, () => post(key, { title: 'Raced' })));
    const made = answers.filter((answer) => answer.status === 201);
    const busy = answers.filter((answer) => answer.status === 409);
    expect(made.length + busy.length).toBe(30);
    expect(new Set(made.map((answer) => answer.text)).size).toBe(1);
    expect(busy.every((answer) => answer.body.code === 'idempotency_key_in_use')).toBe(true);
    expect(await topicsTitled('Raced')).toBe(1);
  });

  it('is forgotten after 24 hours', async () => {
    const key = randomUUID();
    const first = await post(key).expect(201);
    const later = new Date(Date.now() + 24 * 3_600_000 + 1000);
    jest.spyOn(clock, 'now').mockImplementation(() => later);
    const second = await post(key).expect(201);
    expect(second.body.topicId).not.toBe(first.body.topicId);
    expect((await post(key).expect(201)).body.topicId).toBe(second.body.topicId);
  });

  it.each(['', 'x'.repeat(256)])('must have 1 to 255 characters', async (key) => {
    const { body } = await post(key).expect(400);
    expect(body.errors[0].parameter).toBe('Idempotency-Key');
  });
});
