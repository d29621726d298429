import type { PageLinkView } from '../../src/modules/links/page-links.dto.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { useTestService } from '../support/test-service.js';
import { WIRE_TIME, unknownId } from '../support/api/wire-values.js';

const LIST = '/v0/page_links';
const EXAMPLE = `${LIST}/${exampleId('link')}`;
const TARGET = { targetType: 'audience', audienceId: exampleId('audience') };

const { service, api, strangerApi } = useTestService();
const tenantDomainId = exampleId('domain');
let made = 0;

const newPath = () => `/path/${++made}`;

async function create(body: object = {}): Promise<PageLinkView> {
  const { body: view } = await api.post(LIST, { path: newPath(), target: TARGET, ...body }).expect(201);
  return view as PageLinkView;
}

async function anotherAudience(): Promise<string> {
  const { body } = await api.post(`/v0/pages/${exampleId('page')}/audiences`, {}).expect(201);
  return body.audienceId as string;
}

describe('POST /v0/page_links', () => {
  it('makes a link and answers it whole', async () => {
    const { body } = await api
      .post(LIST, { path: 'Some//path/', target: TARGET, tenantDomainId })
      .expect(201);
    expect(body).toEqual({
      pageLinkId: expect.stringMatching(/^link_[0-9a-z]{26}$/),
      tenantDomainId,
      path: '/Some/path',
      // The domain is not proven.
      url: null,
      target: TARGET,
      expiresAt: null,
      createdAt: expect.stringMatching(WIRE_TIME),
      updatedAt: expect.stringMatching(WIRE_TIME),
      deletedAt: null,
    });
    expect((await api.get(`${LIST}/${body.pageLinkId}`).expect(200)).body).toEqual(body);
  });

  it("stands on the service's own domain, unless told otherwise", async () => {
    expect((await create()).tenantDomainId).toBeNull();
    expect((await create({ tenantDomainId: null })).tenantDomainId).toBeNull();
  });

  it.each([
    [{ target: TARGET }, '/path', 'required'],
    [{ path: '/a' }, '/target', 'required'],
    [{ path: '', target: TARGET }, '/path', 'too_short'],
    [{ path: null, target: TARGET }, '/path', 'wrong_type'],
    [{ path: '/a?b', target: TARGET }, '/path', 'wrong_path'],
    [{ path: '/a', target: null }, '/target', 'wrong_type'],
    [{ path: '/a', target: { ...TARGET, targetType: 'page' } }, '/target/targetType', 'unknown_value'],
    [{ path: '/a', target: { targetType: 'audience' } }, '/target/audienceId', 'required'],
    [{ path: '/a', target: TARGET, tenantDomainId: 1 }, '/tenantDomainId', 'wrong_type'],
    [{ path: '/a', target: TARGET, deletedAt: null }, '/deletedAt', 'unknown_property'],
  ])('refuses %j', async (body, pointer, code) => {
    const answer = await api.post(LIST, body).expect(400);
    expect(answer.body.errors).toEqual([expect.objectContaining({ pointer, code })]);
  });

  it.each([unknownId('audience'), 'audience_x', '', exampleId('page')])(
    'refuses the unknown audience %j',
    async (audienceId) => {
      const target = { ...TARGET, audienceId };
      const { body } = await api.post(LIST, { path: '/a', target }).expect(422);
      expect(body).toMatchObject({
        code: 'audience_not_found',
        errors: [{ pointer: '/target/audienceId', code: 'audience_not_found' }],
      });
    },
  );

  it.each([unknownId('domain'), 'domain_x', '', 'www.example.com'])(
    'refuses the unknown domain %j',
    async (id) => {
      const { body } = await api.post(LIST, { path: '/a', target: TARGET, tenantDomainId: id }).expect(422);
      expect(body).toMatchObject({
        code: 'domain_not_found',
        errors: [{ pointer: '/tenantDomainId', code: 'domain_not_found' }],
      });
    },
  );

  it('knows neither audiences nor domains of another tenant', async () => {
    const { body: domain } = await strangerApi
      .post('/v0/tenant_domains', { domain: 'theirs.example' })
      .expect(201);
    const foreign = { path: '/a', target: TARGET, tenantDomainId: domain.tenantDomainId };
    expect((await api.post(LIST, foreign).expect(422)).body.code).toBe('domain_not_found');
    const { body } = await strangerApi.post(LIST, { path: '/a', target: TARGET }).expect(422);
    expect(body.code).toBe('audience_not_found');
  });
});

describe('PATCH /v0/page_links/{page_link_id}', () => {
  it('changes what is given and leaves the rest', async () => {
    const link = await create({ tenantDomainId });
    const path = `${LIST}/${link.pageLinkId}`;
    const target = { ...TARGET, audienceId: await anotherAudience() };
    const steps = [{}, { path: newPath() }, { target }, { tenantDomainId: null }, { tenantDomainId }];
    let expected = link;
    for (const change of steps) {
      const { body } = await api.patch(path, change).expect(200);
      expected = { ...expected, ...change, updatedAt: body.updatedAt };
      // The domain is not proven.
      expected.url = expected.tenantDomainId ? null : `${service.siteUrl}/home${expected.path}`;
      expect(body).toEqual(expected);
      expect((await api.get(path)).body).toEqual(expected);
    }
  });

  it('can put a link where it stands already', async () => {
    const link = await create();
    const { body } = await api.patch(`${LIST}/${link.pageLinkId}`, { path: `${link.path}/` }).expect(200);
    expect(body.path).toBe(link.path);
  });

  it.each([
    [{ path: null }, '/path', 'wrong_type'],
    [{ path: '' }, '/path', 'too_short'],
    [{ path: '/%' }, '/path', 'wrong_path'],
    [{ target: null }, '/target', 'wrong_type'],
    [{ target: { ...TARGET, targetType: 'Audience' } }, '/target/targetType', 'unknown_value'],
    [{ tenantDomainId: false }, '/tenantDomainId', 'wrong_type'],
    [{ pageLinkId: 'link_x' }, '/pageLinkId', 'unknown_property'],
  ])('refuses %j', async (change, pointer, code) => {
    const { body } = await api.patch(EXAMPLE, change).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer, code })]);
  });

  it('refuses what is not there, and changes nothing then', async () => {
    const before = (await api.get(EXAMPLE)).body;
    const target = { ...TARGET, audienceId: unknownId('audience') };
    const { body } = await api.patch(EXAMPLE, { path: '/moved', target }).expect(422);
    expect(body.errors).toMatchObject([{ pointer: '/target/audienceId', code: 'audience_not_found' }]);
    const domain = { path: '/moved', tenantDomainId: unknownId('domain') };
    expect((await api.patch(EXAMPLE, domain).expect(422)).body.code).toBe('domain_not_found');
    expect((await api.get(EXAMPLE)).body).toEqual(before);
  });
});

describe('GET /v0/page_links/{page_link_id}', () => {
  it.each([unknownId('link'), 'link_x', exampleId('domain'), 'Resolve'])('answers 404 for %s', async (id) => {
    expect((await api.get(`${LIST}/${id}`).expect(404)).body.code).toBe('link_not_found');
  });
});
