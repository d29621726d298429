import { createHmac, randomUUID } from 'node:crypto';
import { useTestDatabase } from '../support/database/used-database.js';

const database = useTestDatabase();

async function valueOf<Value>(expression: string, ...values: unknown[]): Promise<Value> {
  const { rows } = await database.query<{ value: Value }>(`select ${expression} as value`, values);
  return rows[0]!.value;
}

const identifiersIn = (text: string, kind = 'text') =>
  valueOf<string[]>('identifiers_in($1::text, $2)', text, kind);

/** Whether a text counts as one that mentions the person with this value. */
const mentions = (text: string, kind: string, value: string) =>
  valueOf<boolean>(`identifiers_in($1::text, 'text') && identifiers_of($2, $3)`, text, kind, value);

describe('a text mentions a person', () => {
  const EMAIL = 'Jane.Doe@works.example';
  const PHONE = '+4915550123456';
  const PROFILE = 'https://www.linkedin.com/in/jane-doe/';

  it.each([
    ['email', EMAIL, 'jane.doe@works.example'],
    ['email', EMAIL, 'Ask JANE.DOE@Works.Example, please.'],
    ['email', EMAIL, 'Is it <jane.doe@works.example>? Or (jane.doe@works.example).'],
    ['email', EMAIL, 'https://works.example/?mail=jane.doe%40works.example&x=1'],
    ['email', EMAIL, 'mailto:jane.doe@works.example'],
    ['email', EMAIL, 'first@works.example,jane.doe@works.example;third@works.example'],
    ['email', EMAIL, 'https://works.example/?u=%2Flogin%3Fmail%3Djane.doe%2540works.example%26x'],
    ['email', EMAIL, '?mail=jane.doe%252540works.example'],
    ['email', 'jane+x@works.example', '?mail=jane%252Bx%2540works.example'],
    ['email', EMAIL, 'Is it "jane.doe@works.example"?'],
    ['email', EMAIL, '\u201cjane.doe@works.example\u201d'],
    ['email', EMAIL, '\u201ejane.doe@works.example\u201c, \u00abx\u00bb'],
    ['email', EMAIL, '\u2018jane.doe@works.example\u2019'],
    ['email', EMAIL, "write to 'jane.doe@works.example'"],
    ['email', EMAIL, '"Jane" <mailto:jane.doe@works.example>'],
    ['email', EMAIL, 'mailto%3Ajane.doe%40works.example%3Fsubject%3DHi'],
    ['email', EMAIL, 'Jane %3Cjane.doe%40works.example%3E'],
    ['email', EMAIL, 'name:\u00a0jane.doe@works.example\u00a0or'],
    ['email', 'o=x/y+z@a-b.example', 'to o=x/y+z@a-b.example'],
    ['phone', PHONE, 'Call +49 (155) 5012-3456!'],
    ['phone', PHONE, 'Call 0049 155 50123456 or 12'],
    ['phone', PHONE, 'Call 0155/5012 3456'],
    ['phone', PHONE, 'room 12, 12 0155 50123456'],
    ['phone', PHONE, '+49 (0)155 50123456'],
    ['phone', PHONE, 'tel:4915550123456'],
    ['phone', PHONE, '5 +49 155 5012 3456 +49 89 1234567'],
    ['phone', PHONE, 'Call +49\u00a0155\u00a05012\u00a03456'],
    ['phone', PHONE, 'Call 0155\u202f5012\u202f3456.'],
    ['phone', PHONE, 'Call \u202a+49 155 50123456\u202c'],
    ['phone', '+12125550123', 'call (212) 555-0123'],
    ['phone', PHONE, `${Array.from({ length: 40 }, (_, n) => n).join(', ')}: call 0155 50123456`],
    ['profile', PROFILE, 'see linkedin.com/in/jane-doe.'],
    ['profile', PROFILE, 'https://linkedin.com/in/Jane-Doe'],
    ['profile', PROFILE, 'see https://www.linkedin.com/in/jane-doe/details/skills?x=1'],
    ['profile', PROFILE, 'see de.linkedin.com/in/jane-doe'],
    ['profile', PROFILE, 'https://m.linkedin.com/in/jane-doe/'],
    ['profile', 'https://uk.linkedin.com/in/jane-doe', 'https://www.linkedin.com/in/Jane-Doe'],
    ['profile', PROFILE, 'see \u201chttps://linkedin.com/in/jane-doe\u201d'],
    ['profile', 'https://xing.example/profile/Jane', 'see http://xing.example/profile/jane, please'],
  ])('with the %s %s: %s', async (kind, value, text) => {
    expect([await identifiersIn(text), await mentions(text, kind, value)]).toEqual([expect.anything(), true]);
  });

  it.each([
    ['email', EMAIL, 'mary-jane.doe@works.example'],
    ['email', EMAIL, 'jane.doe@works.example.org'],
    ['email', EMAIL, 'Jane Doe works at works.example'],
    ['phone', PHONE, 'Call +49 155 5012 34567'],
    ['phone', PHONE, 'order 9949155501234569'],
    ['phone', PHONE, 'x4915550123456'],
    ['profile', PROFILE, 'see linkedin.com/in/jane-doe-2'],
    ['profile', PROFILE, 'see linkedin.com/in'],
    ['profile', PROFILE, 'see de.notlinkedin.com/in/jane-doe'],
    ['profile', 'https://de.works.example/jane', 'see works.example/jane'],
    ['profile', 'https://linkedin.com/in', 'see https://de.linkedin.com/in/jane-doe, please'],
  ])('but not with another %s than %s: %s', async (kind, value, text) => {
    expect(await mentions(text, kind, value)).toBe(false);
  });
});

it('most texts mention nobody, and URLs of pages are no profiles', async () => {
  for (const text of ['What does it cost?', 'phone', '', 'https://works.example/for/everybody', '12 of 300'])
    expect(await identifiersIn(text)).toEqual([]);
});

it('a field without a value mentions nobody', async () => {
  expect(await valueOf(`identifiers_in(null, 'phone')`)).toEqual([]);
});

it('a field for a number or a profile counts as a whole', async () => {
  expect(await identifiersIn('+1 23', 'phone')).toContain('phone:123');
  expect(await identifiersIn('Jane', 'profile')).toContain('profile:jane');
});

it('hashes are the first bytes of an HMAC with a secret of the service', async () => {
  const tenant = randomUUID();
  const secret = await valueOf<Buffer>(`(select value from service_secret where name = 'person index')`);
  const hmac = createHmac('sha256', secret).update(`${tenant} email:jane@works.example`).digest();
  const hashes = await valueOf<string[]>('person_hashes_of($1::uuid, $2::text[])', tenant, [
    'email:jane@works.example',
  ]);
  expect(hashes).toEqual([hmac.readBigInt64BE().toString()]);
  expect(secret).toHaveLength(32);
  expect(await valueOf('person_hashes_of($1::uuid, $2::text[])', tenant, [])).toBeNull();
});

describe('a document', () => {
  const tenant = randomUUID();

  /** As text, because the order of its fields stays. */
  async function withoutJane(document: object): Promise<string> {
    const hashes = await valueOf<string[]>('person_hashes_of($1::uuid, $2)', tenant, [
      'email:jane@works.example',
    ]);
    const text = await valueOf<string>(
      'json_without_person($1::uuid, $2::json, $3::bigint[])::text',
      ...[tenant, JSON.stringify(document), hashes],
    );
    return JSON.stringify(JSON.parse(text));
  }

  const identifiersInJson = (document: object) =>
    valueOf<string[]>(
      `case when may_mention_person_in_json($1::json::text) then identifiers_in_json($1::jsonb) end`,
      JSON.stringify(document),
    );

  it('loses the texts with a mention, and nothing else', async () => {
    const document = {
      z: 1,
      a: ['Ask jane@works.example', 'Ask nobody', null, true, [], {}, 4915550123456],
      m: { x: 'jane@works.example', b: 'other@works.example' },
    };
    expect(await withoutJane(document)).toBe(
      JSON.stringify({
        z: 1,
        a: ['(erased)', 'Ask nobody', null, true, [], {}, 4915550123456],
        m: { x: '(erased)', b: 'other@works.example' },
      }),
    );
  });

  it('is found by the names of its fields', async () => {
    for (const document of [{ 'jane@works.example': 1 }, { a: [{ b: { 'jane@works.example': null } }] }])
      expect(await identifiersInJson(document)).toEqual(['email:jane@works.example']);
    expect(await identifiersInJson({ a: [{ '+49 155 50123456': {} }] })).toContain('phone:4915550123456');
  });

  it('loses names of fields with a mention, and keeps their values', async () => {
    const document = {
      'other@works.example': 1,
      'jane@works.example': { 'Jane <jane@works.example>': [], x: 2 },
      'mailto:jane@works.example': 'jane@works.example',
      b: 3,
    };
    expect(await withoutJane(document)).toBe(
      JSON.stringify({
        'other@works.example': 1,
        '(erased)': { '(erased)': [], x: 2 },
        '(erased 2)': '(erased)',
        b: 3,
      }),
    );
    expect(await withoutJane({ 'jane@works.example': 1, '(erased)': 2, '(erased 2)': 3 })).toBe(
      JSON.stringify({ '(erased 3)': 1, '(erased)': 2, '(erased 2)': 3 }),
    );
  });

  it.each(['\t', '\n', '\r\n'])('is found by a number that is written with %j', async (between) => {
    const text = ['0155', '5012', '3456'].join(between);
    expect(await identifiersInJson({ text })).toContain('phone:015550123456');
  });
});

it('a text of digits has few numbers', async () => {
  const groups = Array.from({ length: 24 }, (_, n) => `0${100 + n}`).join(' ');
  const found = await identifiersIn(Array.from({ length: 20 }, (_, n) => `0${n} ${groups}`).join(', '));
  expect(found.length).toBeGreaterThan(10);
  expect(found.length).toBeLessThanOrEqual(50);
});

it('a number is not cut off within a long sequence of digits', async () => {
  const text = `${'0 '.repeat(76)}491555012345678`;
  expect(text.slice(0, 160)).toMatch(/ 49155501$/);
  expect(await identifiersIn(text)).not.toContain('phone:49155501');
});

it('texts of numbers and addresses without end take little time', async () => {
  const many = Array.from({ length: 12_000 }, (_, n) => `0${n}`).join(' ');
  const startedAt = Date.now();
  for (const text of [many, '@'.repeat(60_000), 'a'.repeat(60_000), 'a.'.repeat(30_000), '1'.repeat(60_000)])
    await identifiersIn(text);
  expect(Date.now() - startedAt).toBeLessThan(10_000);
});
