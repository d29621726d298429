import { jest } from '@jest/globals';
import { clock } from '../../src/shared/kernel/clock.js';
import { exampleId, exampleUuid } from '../../src/shared/kernel/example-ids.js';
import { statementsOf } from '../support/database/statements.js';
import { useTestService } from '../support/test-service.js';

const LINKS = '/v0/page_links';
const PAGE = `/v0/pages/${exampleId('page')}`;
const NOTHING = {
  found: false,
  pageLinkId: null,
  audienceId: null,
  pageId: null,
  pageName: null,
  versionId: null,
  versionNumber: null,
};

const { service, api } = useTestService();

beforeAll(async () => {
  await service.pool.query('update tenant_domain set is_proven = true where id = $1', [
    exampleUuid('domain'),
  ]);
});

afterEach(() => void jest.restoreAllMocks());

async function resolve(path: string, domain?: string, client = api): Promise<object> {
  const query = new URLSearchParams({ path, ...(domain !== undefined && { domain }) });
  return (await client.get(`${LINKS}/resolve?${query.toString()}`).expect(200)).body as object;
}

async function linkTo(audienceId: string, path: string, tenantDomainId?: string): Promise<string> {
  const target = { targetType: 'audience', audienceId };
  const { body } = await api.post(LINKS, { path, target, tenantDomainId }).expect(201);
  return body.pageLinkId as string;
}

describe('GET /v0/page_links/resolve', () => {
  it('tells what a visitor would be shown', async () => {
    const { body: audience } = await api.get(`${PAGE}/audiences/${exampleId('audience')}`).expect(200);
    const expected = {
      found: true,
      reason: null,
      pageLinkId: exampleId('link'),
      audienceId: exampleId('audience'),
      pageId: exampleId('page'),
      pageName: 'Spring launch',
      versionId: audience.publishedVersion.versionId,
      versionNumber: audience.publishedVersion.versionNumber,
    };
    for (const path of ['/welcome', 'welcome/', '//%77elcome', '/x/../welcome'])
      expect(await resolve(path)).toEqual(expected);
  });

  it('keeps the domains apart', async () => {
    const pageLinkId = await linkTo(exampleId('audience'), '/only-there', exampleId('domain'));
    for (const domain of ['www.example.com', 'WWW.example.com.:443'])
      expect(await resolve('/only-there', domain)).toMatchObject({ found: true, pageLinkId });
    expect(await resolve('/only-there')).toEqual({ ...NOTHING, reason: 'no_link' });
    expect(await resolve('/welcome', 'www.example.com')).toEqual({ ...NOTHING, reason: 'no_link' });
  });

  it('tells that the domain is not proven, before all that is wrong with the link', async () => {
    const { body: domain } = await api.post('/v0/tenant_domains', { domain: 'claimed.example' }).expect(201);
    const hidden = { ...NOTHING, reason: 'domain_not_proven' };
    expect(await resolve('/claimed', 'claimed.example')).toEqual(hidden);
    const pageLinkId = await linkTo(exampleId('audience'), '/claimed', domain.tenantDomainId as string);
    expect(await resolve('/claimed', 'claimed.example')).toMatchObject({
      ...{ found: false, reason: 'domain_not_proven', versionId: null, pageLinkId },
    });
  });

  it.each(['nobody.example', 'localhost', '', '127.0.0.1'])('does not know the domain %j', async (domain) => {
    expect(await resolve('/welcome', domain)).toEqual({ ...NOTHING, reason: 'unknown_domain' });
  });

  it.each(['/nothing', '/Welcome', '', '/welcome?a=1', '/%', '/%00', `/${'x'.repeat(4000)}`])(
    'finds no link at %s',
    async (path) => {
      expect(await resolve(path)).toEqual({ ...NOTHING, reason: 'no_link' });
    },
  );

  it('finds no link that is deleted', async () => {
    const pageLinkId = await linkTo(exampleId('audience'), '/deleted');
    await api.delete(`${LINKS}/${pageLinkId}`).expect(200);
    expect(await resolve('/deleted')).toEqual({ ...NOTHING, reason: 'no_link' });
    await api.post(`${LINKS}/${pageLinkId}/restore`, {}).expect(200);
    expect(await resolve('/deleted')).toMatchObject({ found: true, pageLinkId });
  });

  it('sees nothing of another tenant', async () => {
    const { api: stranger } = service.stranger;
    expect(await resolve('/welcome', undefined, stranger)).toEqual({ ...NOTHING, reason: 'no_link' });
    const foreign = await resolve('/only-there', 'www.example.com', stranger);
    expect(foreign).toEqual({ ...NOTHING, reason: 'unknown_domain' });
  });

  it('tells that the audience or its page is put away', async () => {
    const { body: page } = await api.get(PAGE).expect(200);
    const { name, pageContext, pageType, brandId } = page;
    const parts = { actions: [], actionCardWidgets: [], footerLinks: [], scripts: [] };
    const { body: own } = await api
      .post('/v0/pages', { name, pageContext, pageType, brandId, ...parts })
      .expect(201);
    const at = `/v0/pages/${own.pageId}`;
    const { body: audience } = await api.post(`${at}/audiences`, {}).expect(201);
    const pageLinkId = await linkTo(audience.audienceId as string, '/put-away');
    const { audienceId } = audience;
    const hidden = { ...NOTHING, pageLinkId, audienceId, pageId: own.pageId, pageName: name };
    await api.delete(`${at}/audiences/${audienceId}`).expect(200);
    expect(await resolve('/put-away')).toEqual({ ...hidden, reason: 'audience_archived' });
    await api.post(`${at}/archive`, {}).expect(200);
    expect(await resolve('/put-away')).toEqual({ ...hidden, reason: 'page_archived' });
    await api.delete(at).expect(200);
    expect(await resolve('/put-away')).toEqual({ ...hidden, reason: 'page_deleted' });
    await api.post(`${at}/restore`, {}).expect(200);
    await api.post(`${at}/audiences/${audienceId}/restore`, {}).expect(200);
    expect(await resolve('/put-away')).toMatchObject({ found: true, audienceId });
  });

  it('costs one statement', async () => {
    const during = statementsOf(service);
    // The clock is stopped: however slow the machine is, a cached key stays cached.
    jest.spyOn(clock, 'now').mockReturnValue(new Date());
    await resolve('/only-there', 'www.example.com');
    const statements = await during(() => resolve('/only-there', 'www.example.com'));
    expect(statements).toHaveLength(1);
  });

  it.each(['', 'domain=www.example.com', 'path=/a&path=/b', 'path=/a&tenantDomainId=x'])(
    'refuses the query %j',
    async (query) => {
      await api.get(`${LINKS}/resolve?${query.toString()}`).expect(400);
    },
  );
});
