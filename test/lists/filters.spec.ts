import { randomUUID } from 'node:crypto';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { Records } from '../pages/records.js';
import { useTestService } from '../support/test-service.js';
import { walk } from '../support/api/walk.js';
import { unknownId } from '../support/api/wire-values.js';

type Item = Record<string, unknown>;

const { service, api, strangerApi } = useTestService();

const ids = { page: '', other: '', audience: '', person: '', account: '', form: '' };
const paths = { audiences: '', versions: '', sessions: '', submissions: '' };

beforeAll(async () => {
  const records = new Records(strangerApi);
  const persons = [];
  for (const domain of ['one.example', 'one.example', 'two.example', undefined])
    persons.push((await strangerApi.post('/v0/persons', { name: 'P', domain }).expect(201)).body);
  const { body: accounts } = await strangerApi.get('/v0/accounts?query=one.example').expect(200);
  Object.assign(ids, { person: persons[0].personId, account: accounts.items[0].accountId });
  const page = await records.page({ brandId: 'Äcme', pageType: 'custom' });
  const other = await records.page({ brandId: 'other' });
  const audience = await records.audience({ personId: ids.person }, page.pageId);
  await records.audience({}, page.pageId);
  await records.audience({ personId: ids.person }, other.pageId);
  const archived = await records.audience({ personId: ids.person }, page.pageId);
  const deleted = await records.audience({ personId: ids.person });
  await strangerApi.delete(`/v0/pages/${page.pageId}/audiences/${archived.audienceId}`).expect(200);
  await strangerApi.delete(`/v0/pages/${deleted.pageId}`).expect(200);
  // No worker runs here, so the version stays in the queue.
  await records.version(audience);
  Object.assign(ids, { page: page.pageId, other: other.pageId, audience: audience.audienceId });
  paths.audiences = `/v0/pages/${ids.page}/audiences`;
  paths.versions = `${paths.audiences}/${ids.audience}/versions`;
  paths.sessions = `/v0/pages/${ids.page}/audience_sessions`;
  await recordSessions();
  await makeLinks();
});

async function recordSessions(): Promise<void> {
  const facts = [
    { utmSource: 'news', hasConversion: true },
    { utmSource: 'News', utmCampaign: 'spring', formSubmission: { formSubmissionId: 'sent' } },
    { utmCampaign: 'spring', audienceId: ids.audience },
    {},
  ];
  for (const [index, each] of facts.entries()) {
    const session = {
      analyticsSessionId: `visit-${index}`,
      pageId: ids.page,
      sessionStartedAt: '+1763164800000',
    };
    await strangerApi.post('/v0/audience_sessions', { ...session, ...each }).expect(201);
  }
}

async function makeLinks(): Promise<void> {
  const { items } = (await strangerApi.get('/v0/audiences').expect(200)).body as { items: Item[] };
  for (const [index, { audienceId }] of items.filter((each) => each.status !== 'archived').entries()) {
    const target = { targetType: 'audience', audienceId };
    await strangerApi.post('/v0/page_links', { path: `/l${index}`, target }).expect(201);
  }
}

async function all(path: string, query: string): Promise<Item[]> {
  const separator = path.includes('?') ? '&' : '?';
  const pages = await walk<Item>(strangerApi, `${path}${separator}limit=1&${query}`);
  const items = pages.flatMap((page) => page.items);
  expect(pages.map(({ totalCount }) => totalCount)).toEqual(pages.map(() => items.length));
  return items;
}

type Case = [name: string, of: () => string, query: () => string, holds: (item: Item) => boolean];

const CASES: Case[] = [
  ['persons', () => '/v0/persons', () => 'domain=one.example', ({ domain }) => domain === 'one.example'],
  [
    'persons',
    () => '/v0/persons',
    () => 'domain=https%3A%2F%2FWWW.One.example%2Fx',
    ({ domain }) => domain === 'one.example',
  ],
  [
    'persons',
    () => '/v0/persons',
    () => `accountId=${ids.account}`,
    ({ domain }) => domain === 'one.example',
  ],
  [
    'audiences',
    () => paths.audiences,
    () => `personId=${ids.person}`,
    ({ personId }) => personId === ids.person,
  ],
  ['audiences', () => paths.audiences, () => 'status=queued', ({ status }) => status === 'queued'],
  ['audiences', () => paths.audiences, () => 'status=published', ({ status }) => status === 'published'],
  [
    'all audiences',
    () => '/v0/audiences',
    () => `personId=${ids.person}`,
    ({ personId }) => personId === ids.person,
  ],
  ['all audiences', () => '/v0/audiences', () => 'status=queued', ({ status }) => status === 'queued'],
  ['all audiences', () => '/v0/audiences', () => 'status=archived', ({ archivedAt }) => archivedAt !== null],
  ['all audiences', () => '/v0/audiences', () => 'archived=true', ({ archivedAt }) => archivedAt !== null],
  ['all audiences', () => '/v0/audiences', () => 'archived=false', ({ archivedAt }) => archivedAt === null],
  ['pages', () => '/v0/pages', () => 'brandId=%C3%84cme', ({ brandId }) => brandId === 'Äcme'],
  ['pages', () => '/v0/pages', () => 'pageType=custom', ({ pageType }) => pageType === 'custom'],
  [
    'pages',
    () => '/v0/pages?brandId=other',
    () => 'status=published',
    ({ status }) => status === 'published',
  ],
  ['versions', () => paths.versions, () => 'status=queued', ({ status }) => status === 'queued'],
  [
    'links',
    () => '/v0/page_links',
    () => `audienceId=${ids.audience}`,
    ({ target }) => (target as Item).audienceId === ids.audience,
  ],
  [
    'sessions',
    () => paths.sessions,
    () => `audienceId=${ids.audience}`,
    ({ audienceId }) => audienceId === ids.audience,
  ],
  [
    'sessions',
    () => paths.sessions,
    () => 'hasConversion=true',
    ({ hasConversion }) => hasConversion === true,
  ],
  [
    'sessions',
    () => paths.sessions,
    () => 'hasFormSubmit=true',
    ({ hasFormSubmit }) => hasFormSubmit === true,
  ],
  [
    'sessions',
    () => paths.sessions,
    () => 'hasFormSubmit=false',
    ({ hasFormSubmit }) => hasFormSubmit === false,
  ],
  ['sessions', () => paths.sessions, () => 'utmSource=news', ({ utmSource }) => utmSource === 'news'],
  [
    'sessions',
    () => paths.sessions,
    () => 'utmCampaign=spring',
    ({ utmCampaign }) => utmCampaign === 'spring',
  ],
];

it.each(
  CASES.map(
    ([name, of, query, holds]) => [name, query.toString().replace(/^.*=> ./, ''), of, query, holds] as const,
  ),
)('%s are filtered by %s', async (_name, _query, of, query, holds) => {
  const unfiltered = await all(of(), '');
  const wanted = unfiltered.filter(holds);
  expect(wanted.length).toBeGreaterThan(0);
  if (!of().includes('?')) expect(wanted.length).toBeLessThan(unfiltered.length);
  expect(await all(of(), query())).toEqual(wanted);
});

it('archived audiences of a page are found by their status', async () => {
  const archived = await all(paths.audiences, 'archived=true');
  expect(archived.map(({ status }) => status)).toEqual(['archived']);
  expect(await all(paths.audiences, 'status=archived')).toEqual(archived);
  expect(await all(paths.audiences, 'archived=true&status=published')).toEqual([]);
});

it('audiences of all pages are those of each page that is not deleted', async () => {
  const found = await all('/v0/audiences', 'archived=false');
  expect(found.map(({ pageId }) => pageId).sort()).toEqual([ids.page, ids.page, ids.other].sort());
});

it('submissions are filtered by their status', async () => {
  const { id } = service.home;
  for (const status of ['received', 'failed'])
    await service.pool.query(
      `insert into form_submission (tenant_id, id, page_id, audience_id, page_link_id, analytics_session_id, visit,
         answers, status, content_hash, created_at, updated_at)
       select $1, $2, $3, $3, $3, 's', 'v', '{}', $4, '', now(), now()`,
      [id, randomUUID(), randomUUID(), status],
    );
  const { items } = (await api.get('/v0/form_submissions?limit=100').expect(200)).body;
  for (const status of ['received', 'failed', 'enriched']) {
    const { body } = await api.get(`/v0/form_submissions?limit=100&status=${status}`).expect(200);
    expect(body.items).toEqual(items.filter((each: Item) => each.status === status));
    expect(body.totalCount).toBe(body.items.length);
  }
});

it('questions of all pages have the latest first, without those of deleted pages', async () => {
  const { id } = service.stranger;
  const { rows } = await service.pool.query(`select id, deleted_at from page where tenant_id = $1`, [id]);
  for (const [index, page] of rows.entries())
    await service.pool.query(
      `insert into asked_question (tenant_id, id, page_id, grouped_by, question, asked_count, is_answered,
         first_asked_at, last_asked_at)
       values ($1, $2, $3, 'g', $4, 1, $5, now(), now() - $6 * interval '1 hour')`,
      [id, randomUUID(), page.id, page.deleted_at ? 'deleted' : `q${index}`, index % 2 === 0, index],
    );
  const found = await all('/v0/questions', '');
  expect(found.length).toBe(rows.length - 1);
  expect(found.map(({ question }) => question)).not.toContain('deleted');
  const asked = found.map(({ lastAskedAt }) => lastAskedAt as string);
  expect(asked).toEqual(asked.toSorted().reverse());
  for (const isAnswered of [true, false])
    expect(await all('/v0/questions', `isAnswered=${isAnswered}`)).toEqual(
      found.filter((each) => each.isAnswered === isAnswered),
    );
});

const ID_FILTERS = [
  ['/v0/persons', 'accountId', 'account'],
  ['/v0/audiences', 'personId', 'person'],
  ['/v0/page_links', 'audienceId', 'audience'],
  ['/v0/form_submissions', 'personId', 'person'],
  [`/v0/pages/${exampleId('page')}/audiences`, 'personId', 'person'],
  [`/v0/pages/${exampleId('page')}/audience_sessions`, 'audienceId', 'audience'],
] as const;

it.each(ID_FILTERS)(
  '%s?%s= tells an id of another kind, and finds nothing for an unknown one',
  async (path, name, kind) => {
    const { body } = await api.get(`${path}?${name}=${exampleId('topic')}`).expect(400);
    expect(body.errors).toMatchObject([{ parameter: name, code: 'wrong_kind' }]);
    const { body: empty } = await api.get(`${path}?${name}=${unknownId(kind)}`).expect(200);
    expect(empty).toEqual({ items: [], hasMore: false, nextCursor: null, totalCount: 0 });
  },
);

it('a filter finds nothing of another tenant', async () => {
  const { body } = await api.get(`/v0/audiences?personId=${ids.person}`).expect(200);
  expect(body.items).toEqual([]);
  const { body: persons } = await api.get(`/v0/persons?accountId=${ids.account}`).expect(200);
  expect(persons.items).toEqual([]);
});

it.each([
  ['/v0/persons', 'domain=a.example&sort=updatedAt', 'sort', ['domain', 'updatedAfter']],
  [
    '/v0/persons',
    `accountId=${exampleId('account')}&sort=-updatedAt`,
    'sort',
    ['accountId', 'createdBefore'],
  ],
  ['/v0/accounts', 'query=a&sort=createdAt', 'sort', ['query', 'createdAfter']],
  ['/v0/pages', 'query=a&updatedAfter=%2B1763164800000', 'updatedAfter', ['query', 'status', 'brandId']],
  ['/v0/audiences', `personId=${exampleId('person')}&sort=updatedAt`, 'sort', ['personId', 'status']],
])('%s?%s is refused, with what is allowed', async (path, query, parameter, words) => {
  const { body } = await api.get(`${path}?${query}`).expect(400);
  expect(body.errors).toMatchObject([{ parameter, code: 'not_combinable' }]);
  for (const word of words) expect(body.errors[0].message).toContain(word);
  await api.get(`${path}?${query.split('&')[0]}`).expect(200);
});
