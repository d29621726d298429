import request from 'supertest';
import { uuidOf } from '../../../src/shared/kernel/ids.js';
import { useTestService } from '../../support/test-service.js';
import { pathOf } from '../../pages/records.js';
import { JSON_CLIENT, SiteVisitor } from '../site-visitor.js';

const used = useTestService();
const { service } = used;
const visitor = new SiteVisitor(used);

describe('where there is no page', () => {
  it('the answer says why: never there, archived, or deleted', async () => {
    const audience = await visitor.shown('/audience');
    const other = await visitor.shown('/page');
    const { pageLinkId } = await visitor.link('/link', other);
    await visitor.api.delete(pathOf(audience)).expect(200);
    await visitor.api.delete(`/v0/page_links/${pageLinkId}`).expect(200);
    await expectProblem('/home/never', 404, 'page_not_found');
    await expectProblem('/home/audience', 404, 'page_not_found');
    await expectProblem('/home/link', 410, 'page_gone');
    await visitor.api.post(`/v0/pages/${other.pageId}/archive`).expect(200);
    await expectProblem('/home/page', 404, 'page_not_found');
    const deleted = await visitor.shown('/deleted');
    await visitor.api.delete(`/v0/pages/${deleted.pageId}`).expect(200);
    await expectProblem('/home/deleted', 410, 'page_gone');
  });

  it('but another link stands there now, its page is shown', async () => {
    const { pageLinkId } = await visitor.link('/again', await visitor.shown('/before'));
    await visitor.api.delete(`/v0/page_links/${pageLinkId}`).expect(200);
    await visitor.shown('/again');
    await visitor.open('/home/again').expect(200);
  });

  it('a browser is shown a plain page', async () => {
    const { text, headers } = await visitor.open('/home/never').expect(404);
    expect(text).toContain('<h1>Page not found</h1>');
    expect(text).toContain('<meta name="robots" content="noindex"/>');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers.vary).toBe('Accept, Accept-Encoding, Accept-Language');
  });

  it('what is ours does not become anybody else’s', async () => {
    for (const path of [
      '/_foyer',
      '/_foyer/',
      '/_foyer/nothing',
      '/_foyer/domain',
      '/_foyer/files/x',
      '/_foyer/previews/x',
    ])
      expect([403, 404]).toContain((await visitor.open(path)).status);
  });

  it('nothing of the API is there, with a key or without', async () => {
    for (const path of ['/v0/topics', '/docs', '/docs/openapi.json', '/health/live', '/metrics', '/files/x'])
      await visitor.open(path, { 'x-api-key': service.home.key }).expect(404);
  });

  it('a page can be opened, and nothing else', async () => {
    await visitor.shown('/read-only');
    for (const method of ['post', 'put', 'patch', 'delete', 'options'] as const) {
      const response = await request(service.siteUrl)[method]('/home/read-only').set(JSON_CLIENT).expect(405);
      expect(response.headers.allow).toBe('GET, HEAD');
      expect(response.body).toMatchObject({ status: 405, code: 'method_not_allowed' });
    }
  });

  it('nobody is shown what was composed by the rules of an older release', async () => {
    const audience = await visitor.audience();
    await service.pool.query(`update audience_version set content_rules = 1 where audience_id = $1`, [
      uuidOf('audience', audience.audienceId),
    ]);
    await visitor.link('/outdated', audience);
    const { headers } = await visitor.open('/home/outdated').expect(503);
    expect(headers['retry-after']).toBeDefined();
  });
});

async function expectProblem(path: string, status: number, code: string): Promise<void> {
  const { body, headers } = await visitor.open(path, JSON_CLIENT);
  expect(body).toMatchObject({ status, code, type: `urn:foyer:problem:${code}`, errors: [] });
  expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(body.requestId).toBe(headers['x-request-id']);
}
