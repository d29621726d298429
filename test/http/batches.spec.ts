import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import type { PersonView } from '../../src/modules/crm/dto/persons.dto.js';
import { clock } from '../../src/shared/kernel/clock.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { apiClient } from '../support/api/api-client.js';
import { resultsOf, statusesOf } from '../support/api/batches.js';
import { statementsOf } from '../support/database/statements.js';
import { useTestService } from '../support/test-service.js';

const { service, api } = useTestService({ BODY_LIMIT: '200000' });

let count = 0;
const person = () => ({ name: 'Batched', email: `many-${++count}@gmail.com` });
const persons = (size: number) => Array.from({ length: size }, person);
const send = (body: object) => api.post('/v0/persons/batch', body);
const faultsOf = ({ body }: { body: { errors: { pointer: string; code: string }[] } }) =>
  body.errors.map(({ pointer, code }) => [pointer, code]);
const NO_NAME = { email: 'nobody' };

describe('the number of items', () => {
  it.each([1, 500])('may be %i', async (size) => {
    expect(statusesOf(await send({ items: persons(size) }).expect(200))).toEqual(Array(size).fill(201));
  });

  it.each([
    [0, 'too_few'],
    [501, 'too_many'],
  ])('may not be %i', async (size, code) => {
    for (const mode of ['atomic', 'each']) {
      const answer = await send({ items: Array<object>(size).fill({ name: 'x' }), mode }).expect(400);
      expect(faultsOf(answer)).toEqual([['/items', code]]);
    }
  });

  it('is limited by the size of the body, too', async () => {
    const items = Array.from({ length: 100 }, () => ({ name: 'x', linkedinProfileUrl: 'x'.repeat(2048) }));
    expect((await send({ items, mode: 'each' }).expect(413)).body.code).toBe('body_too_large');
  });
});

describe('what is wrong with a batch itself refuses it in either mode:', () => {
  it.each<[string, object, string, string]>([
    ['no items', {}, '/items', 'required'],
    ['items that are no list', { items: {} }, '/items', 'wrong_type'],
    ['null', { items: null }, '/items', 'wrong_type'],
    ['an unknown mode', { items: [{ name: 'x' }], mode: 'all' }, '/mode', 'unknown_value'],
    ['an unknown way', { items: [{ name: 'x' }], onConflict: 'merge' }, '/onConflict', 'unknown_value'],
    ['an unknown property', { items: [{ name: 'x' }], a: 1 }, '/a', 'unknown_property'],
  ])('%s', async (_title, body, pointer, code) => {
    for (const mode of ['atomic', 'each'])
      expect(faultsOf(await send({ mode, ...body }).expect(400))).toEqual([[pointer, code]]);
  });
});

describe('items that are not valid', () => {
  const items = () => [person(), NO_NAME, 'text', { name: 'a\0b' }, { name: 'x', domain: [] }, person()];
  const FAULTS = [
    ['/items/1/email', 'wrong_email'],
    ['/items/1/name', 'required'],
    ['/items/2', 'wrong_type'],
    ['/items/3/name', 'nul_character'],
    ['/items/4/domain', 'wrong_type'],
  ];

  it('refuse an atomic batch with every fault, and nothing is written', async () => {
    const sent = items();
    const answer = await send({ items: sent }).expect(400);
    expect(faultsOf(answer).sort()).toEqual(FAULTS);
    const { email } = sent[0] as { email: string };
    await api.post('/v0/persons/lookup', { email }).expect(404);
  });

  it('are refused alone with `each`, each with its own problem', async () => {
    const answer = await send({ items: items(), mode: 'each' }).expect(200);
    expect(statusesOf(answer)).toEqual([201, 400, 400, 400, 400, 201]);
    const problems = resultsOf(answer).flatMap(({ problem }) => problem ?? []);
    expect(problems).toHaveLength(4);
    for (const problem of problems)
      expect(problem).toMatchObject({
        type: 'urn:foyer:problem:validation_failed',
        status: 400,
        requestId: answer.headers['x-request-id'],
      });
    expect(problems.flatMap((problem) => faultsOf({ body: problem })).sort()).toEqual(FAULTS);
  });

  it('may all be refused', async () => {
    expect(statusesOf(await send({ items: [NO_NAME, 1], mode: 'each' }).expect(200))).toEqual([400, 400]);
  });

  it('have at most 100 faults in an atomic batch', async () => {
    const answer = await send({ items: Array<object>(500).fill(NO_NAME) }).expect(400);
    expect(answer.body.errors).toHaveLength(100);
  });
});

describe('a repeat with the same Idempotency-Key', () => {
  it.each(['atomic', 'each'])('gets the first answer and writes nothing: %s', async (mode) => {
    const key = randomUUID();
    const body = { items: [...persons(2), ...(mode === 'each' ? [NO_NAME] : [])], mode };
    const first = await send(body).set('idempotency-key', key).expect(200);
    const again = await send(body).set('idempotency-key', key).expect(200);
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
    await send({ ...body, mode: mode === 'each' ? 'atomic' : 'each' })
      .set('idempotency-key', key)
      .expect(422);
    expect(statusesOf(await send({ ...body, mode: 'each' }).expect(200)).slice(0, 2)).toEqual([409, 409]);
  });
});

describe('a rate limit', () => {
  const keyWithBurst = async (burst: number) =>
    apiClient(service.url, await service.keyWith(['persons:write'], { rateLimit: { perSecond: 1, burst } }));

  it('counts each item as a request', async () => {
    const client = await keyWithBurst(20);
    const first = await client.post('/v0/persons/batch', { items: persons(15) }).expect(200);
    expect(first.headers.ratelimit).toMatch(/"key";r=5;/);
    const items = persons(10);
    const second = await client.post('/v0/persons/batch', { items }).expect(429);
    expect(second.body.code).toBe('rate_limited');
    expect(Number(second.headers['retry-after'])).toBeGreaterThan(1);
    await api.post('/v0/persons/lookup', { email: items[0]!.email }).expect(404);
    await client.post('/v0/persons', person()).expect(201);
  });

  it('says how many items are possible where a batch has more than a burst', async () => {
    const client = await keyWithBurst(5);
    const { body } = await client.post('/v0/persons/batch', { items: persons(6) }).expect(429);
    expect(body.detail).toMatch(/at most 5 are possible/);
    const other = await keyWithBurst(5);
    await other.post('/v0/persons/batch', { items: persons(5) }).expect(200);
  });
});

/** Workers are told of events once in a while, beside the requests. */
function statementsOfBatch() {
  const during = statementsOf(service);
  return async (act: () => PromiseLike<unknown>) =>
    (await during(act)).filter(({ text }) => !text.includes('pg_notify'));
}

/** The ORM writes values into the text. */
const withoutNumbers = (text: string) => text.replaceAll(/'\d+'/g, '?');

describe('the statements of a batch', () => {
  // However slow the machine is, a cached key stays cached.
  beforeEach(() => void jest.spyOn(clock, 'now').mockReturnValue(new Date()));
  afterEach(() => jest.restoreAllMocks());

  const topicPath = async () => {
    const { body } = await api.post('/v0/topics', { title: 'Filled by batches' }).expect(201);
    return `/v0/topics/${(body as { topicId: string }).topicId}/entries/batch`;
  };
  const KINDS: [string, () => string | Promise<string>, () => object][] = [
    ['persons', () => '/v0/persons/batch', () => ({ ...person(), domain: `d${++count}.example` })],
    ['accounts', () => '/v0/accounts/batch', () => ({ domain: `a${++count}.example`, name: 'x' })],
    [
      'account logs',
      () => '/v0/account_logs/batch',
      () => ({ domain: `l${++count}.example`, source: 's', idempotencyKey: 'k' }),
    ],
    ['topic entries', topicPath, () => ({ content: { type: 'text', content: 'x' } })],
    [
      'page links',
      () => '/v0/page_links/batch',
      () => ({
        path: `/many/${++count}`,
        target: { targetType: 'audience', audienceId: exampleId('audience') },
        expiresAt: '2100-01-01T00:00:00Z',
      }),
    ],
    [
      'audiences',
      () => `/v0/pages/${exampleId('page')}/audiences/batch`,
      () => ({ customName: `Many ${++count}`, personId: exampleId('person') }),
    ],
  ];

  it.each(KINDS)('are as many for 100 items as for 10: %s', async (_name, path, item) => {
    const during = statementsOfBatch();
    await api.post(await path(), { items: [item()] }).expect(200);
    for (const mode of ['atomic', 'each']) {
      const texts: string[][] = [];
      for (const size of [10, 100]) {
        const place = await path();
        const items = Array.from({ length: size }, item);
        const statements = await during(() => api.post(place, { items, mode }).expect(200));
        texts.push(statements.map(({ text }) => withoutNumbers(text)));
      }
      expect(texts[1]).toEqual(texts[0]);
    }
  });

  it('are as many where all persons are changed and move', async () => {
    const during = statementsOfBatch();
    const texts: string[][] = [];
    for (const size of [10, 100]) {
      const made = resultsOf<PersonView>(await send({ items: persons(size) }).expect(200));
      const items = made.map(({ record }) => ({
        ...person(),
        email: record!.email,
        domain: `m${++count}.example`,
      }));
      const statements = await during(() => send({ items, onConflict: 'update' }).expect(200));
      texts.push(statements.map(({ text }) => text));
    }
    expect(texts[1]).toEqual(texts[0]);
  });
});
