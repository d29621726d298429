import { wireId } from '../../src/shared/kernel/ids.js';
import { useTestService } from '../support/test-service.js';
import { addEntry, search, topicOf } from './searching.js';

const { service } = useTestService();

/** No request takes longer, on a machine that does something else as well. */
const PATIENCE_MS = 3000;

const SEEDING_MS = 120_000;

const UNTIL_PLAN_IS_KEPT = 7;

const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau';

const MEBIBYTE = 1_000_000;

const repeated = (text: string) => text.repeat(MEBIBYTE / Buffer.byteLength(text));

const numbers = (from: number, separator: string) =>
  Array.from({ length: 60_000 }, (_, index) => `${String.fromCodePoint(from + (index % 20_000))}${index}`)
    .join(separator)
    .slice(0, MEBIBYTE / 4);

const CONTENTS: [string, string][] = [
  ['one very long word', repeated('x')],
  ['a long word beyond ASCII', repeated('é')],
  ['words of letters and underscores', repeated('_a')],
  ['words that are all different', numbers(0x61, ' ')],
  ['words that are all different, beyond ASCII', numbers(0x4e00, '-')],
  ['words of four bytes', numbers(0x20000, '_')],
  ['emoji', repeated('😀 ')],
  ['addresses', repeated('a@b.c/d?e=f&g ')],
  ['tags', repeated('<a ')],
  ['numbers', repeated('-1e5.')],
  ['control characters', repeated('\u0001\u007f\u0085a').slice(0, 100_000)],
  ['combining marks', repeated('e\u0301\u0301')],
  ['nested Markdown', repeated('> - [*`')],
];

async function quickly<Result>(work: Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await work;
  expect(performance.now() - startedAt).toBeLessThan(PATIENCE_MS);
  return result;
}

describe.each(['text', 'markdown'])('an entry of %s', (type) => {
  it.each(CONTENTS)('is stored and searched whatever it is made of: %s', async (_, content) => {
    const topicId = await topicOf(service.home, 'Hostile');
    await quickly(addEntry(service.home, topicId, `Pangolin. ${content}`, type));
    const [passage] = await quickly(search(service, service.home, 'Where is the pangolin?'));
    expect(passage?.snippet).toMatch(/^Pangolin\./);
    expect(passage!.snippet.length).toBeLessThanOrEqual(400);
    await service.home.api.delete(`/v0/topics/${topicId}`).expect(200);
  });
});

it.each(CONTENTS)('a question is answered in time whatever it is made of: %s', async (_, content) => {
  await quickly(search(service, service.home, content));
});

it('a question is answered by the index, among many entries of its tenant and of others', async () => {
  const { stranger, home, pool } = service;
  for (const tenant of [stranger, home]) {
    const topicId = await topicOf(tenant, 'Many');
    await addEntry(tenant, topicId, 'A needle in the haystack.');
    await pool.query(
      `insert into topic_entry (id, tenant_id, topic_id, sort_order, content_type, content_text, created_at, updated_at)
       select gen_random_uuid(), tenant_id, id, n, 'text', 'Straw number ' || n || ' of the haystack.', now(), now()
       from topic, generate_series(1, 20000) n where title = 'Many' and tenant_id = $1`,
      [tenant.id],
    );
  }
  await pool.query('analyze topic_entry');
  const [passage, ...others] = await quickly(search(service, stranger, 'Which haystack has a needle in it?'));
  expect(passage?.snippet).toBe('A needle in the haystack.');
  expect(others).toEqual([]);
});

it(
  'a question about fifty full topics is answered in time, among many others',
  async () => {
    const { stranger, pool } = service;
    const { rows } = await pool.query<{ id: string }>(
      `insert into topic (id, tenant_id, title, sort_order, is_default, created_at, updated_at)
       select gen_random_uuid(), $1, 'Full', n, false, now(), now() from generate_series(1, 60) n returning id`,
      [stranger.id],
    );
    for (const { id } of rows)
      await pool.query(
        `insert into topic_entry (id, tenant_id, topic_id, sort_order, content_type, content_text, created_at, updated_at)
         select gen_random_uuid(), $1, $2, n, 'text', '${GREEK} number ' || n, now(), now()
         from generate_series(1, 1000) n`,
        [stranger.id, id],
      );
    const few = await topicOf(stranger, 'Few');
    await addEntry(stranger, few, 'Alpha is the first letter.');
    await pool.query('analyze topic_entry');
    const full = rows.slice(0, 49).map(({ id }) => wireId('topic', id));
    for (let asked = 0; asked < UNTIL_PLAN_IS_KEPT; asked++) {
      const [passage] = await quickly(search(service, stranger, 'Which is the first letter, alpha?', [few]));
      expect(passage?.snippet).toBe('Alpha is the first letter.');
      const [found] = await quickly(search(service, stranger, `${GREEK}?`, [...full, few]));
      expect(found?.snippet).toMatch(/^alpha beta gamma/);
    }
  },
  SEEDING_MS,
);
