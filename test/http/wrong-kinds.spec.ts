import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { call, operationsOf } from '../support/openapi/operations.js';
import { useTestService } from '../support/test-service.js';

const { service, api } = useTestService();

const [PAGE, AUDIENCE] = [exampleId('page'), exampleId('audience')];

const said = (kind: string, expected: string) =>
  expect.stringMatching(`^This is an? ${kind} id; an? ${expected} id begins with ${expected}_\\.$`);

/** Operations whose last id callers may have chosen themselves, so it may look like anything. */
const TAKES_ANY_ID = ['getAudienceSession', 'findAudienceSession', 'getAudienceSessionInteractions'];

it('an id of another kind in a path is told apart from one that does not exist', async () => {
  const operations = (await operationsOf(service)).filter(({ path }) => path.includes('{'));
  const telling = operations.filter(({ id }) => !TAKES_ANY_ID.includes(id));
  expect(telling.length).toBeGreaterThan(50);
  for (const operation of telling) {
    const id = operation.examplePath
      .split('?')[0]!
      .match(/[a-z]+_[0-9a-z]{26}/g)!
      .at(-1)!;
    const [kind] = id.split('_');
    const other = kind === 'page' ? 'person' : 'page';
    const path = operation.examplePath.replace(id, exampleId(other));
    const { status, json } = await call(service, operation, { path, key: service.home.key });
    expect([operation.id, status, json()]).toEqual([
      operation.id,
      404,
      expect.objectContaining({ code: `${kind}_not_found`, detail: said(other, kind!) }),
    ]);
  }
});

const target = { targetType: 'audience', audienceId: AUDIENCE };
const visit = { sessionStartedAt: '+1763164800000' };

it.each<[string, body: object, pointer: string, expected: string, kind?: string]>([
  [`/v0/pages/${PAGE}/audiences`, { personId: PAGE }, '/personId', 'person'],
  ['/v0/person_logs', { personId: PAGE, source: 's' }, '/personId', 'person'],
  ['/v0/account_logs', { accountId: PAGE, source: 's' }, '/accountId', 'account'],
  [
    '/v0/page_links',
    { path: '/k', target: { ...target, audienceId: PAGE } },
    '/target/audienceId',
    'audience',
  ],
  ['/v0/page_links', { path: '/k', target, tenantDomainId: PAGE }, '/tenantDomainId', 'domain'],
  ['/v0/audience_sessions', { ...visit, audienceId: PAGE }, '/audienceId', 'audience'],
  ['/v0/audience_sessions', { ...visit, pageId: AUDIENCE }, '/pageId', 'page', 'audience'],
  [`/v0/pages/${PAGE}/preview`, { audienceId: PAGE }, '/audienceId', 'audience'],
  [`/v0/pages/${PAGE}/preview`, { topicIds: [PAGE] }, '/topicIds/0', 'topic'],
  [`/v0/pages/${PAGE}/audiences`, { topicIdsOverride: [PAGE] }, '/topicIdsOverride/0', 'topic'],
  ['/v0/brands', { key: 'kind', name: 'Kind', logoAssetId: PAGE }, '/logoAssetId', 'asset'],
])('POST %s says so of an id in its body: %j', async (path, body, pointer, expected, kind = 'page') => {
  const { body: problem } = await api.post(path, body).expect(422);
  expect(problem.errors).toMatchObject([{ pointer, message: said(kind, expected) }]);
});

it('says so of the asset in other requests, too', async () => {
  const picture = await api.put(`/v0/pages/${PAGE}/og_image`, { assetId: PAGE }).expect(422);
  expect(picture.body.errors).toMatchObject([{ pointer: '/assetId', message: said('page', 'asset') }]);
  const child = await api.patch(`/v0/assets/${exampleId('asset')}`, { parentAssetId: PAGE }).expect(422);
  expect(child.body.errors).toMatchObject([{ pointer: '/parentAssetId', message: said('page', 'asset') }]);
});

it.each([
  ['/v0/page_links?audienceId=', 'audienceId', 'audience'],
  ['/v0/assets?parentAssetId=', 'parentAssetId', 'asset'],
  [`/v0/form_submissions?formId=`, 'formId', 'form'],
])(
  '%s is refused with an id of another kind, and finds nothing with a malformed one',
  async (path, parameter, kind) => {
    const { body } = await api.get(path + PAGE).expect(400);
    expect(body.errors).toMatchObject([{ parameter, code: 'wrong_kind', message: said('page', kind) }]);
    expect((await api.get(`${path}${kind}_x`).expect(200)).body.items).toEqual([]);
  },
);
