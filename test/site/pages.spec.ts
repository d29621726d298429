import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import request from 'supertest';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { useTestService } from '../support/test-service.js';
import { action, pathOf } from '../pages/records.js';
import { DOMAIN, SiteVisitor } from './site-visitor.js';

const used = useTestService();
const { service } = used;
const visitor = new SiteVisitor(used);

const JSON_CLIENT = { accept: 'application/json' };

describe('a page', () => {
  it('shows what was composed, as a complete document', async () => {
    await visitor.shown('/offers/spring', {
      language: 'de',
      body: 'Foyer greets **each** visitor.',
      metadata: {
        ...{ title: 'Spring & more', description: 'All "new"', author: 'Ada', keywords: ['a', 'b'] },
        ...{ robots: ['noarchive'], themeColor: '#0f766e', ogSiteName: 'Acme', twitterSite: '@acme' },
      },
      actions: [action('demo'), { ...action('code'), actionType: 'copy_text', url: 'SPRING-24' }],
      headerActionId: 'demo',
      actionCardWidgets: [{ type: 'unheard_of', title: 'They trust us', logos: [logo('Globex')] }],
      footerLinks: [
        { id: 'l', title: 'Legal', links: [{ id: 'i', text: 'Imprint', url: 'https://acme.example/i' }] },
      ],
    });
    const { text, headers } = await visitor.open('/home/offers/spring').expect(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    for (const part of [
      '<!doctype html><html lang="de" dir="ltr">',
      '<title>Spring &amp; more</title>',
      '<meta name="description" content="All &quot;new&quot;"/>',
      '<meta name="author" content="Ada"/>',
      '<meta name="keywords" content="a, b"/>',
      '<meta name="robots" content="noarchive"/>',
      '<meta name="theme-color" content="#0f766e"/>',
      `<link rel="canonical" href="${service.siteUrl}/home/offers/spring"/>`,
      '<meta property="og:title" content="Spring &amp; more"/>',
      '<meta property="og:site_name" content="Acme"/>',
      '<meta name="twitter:card" content="summary"/>',
      '<meta name="twitter:site" content="@acme"/>',
      '<strong>Acme</strong><a class="button" href="https://example.com/demo">See it live</a>',
      '<h1>Spring &amp; more</h1>',
      '<p>Foyer greets <strong>each</strong> visitor.</p>',
      '<h2>They trust us</h2>',
      'src="https://example.com/Globex.png" alt="Globex"',
      '>SPRING-24</code>',
      '<a href="https://acme.example/i">Imprint</a>',
    ])
      expect(text).toContain(part);
  });

  it('shows nothing that was noted for whoever composes it', async () => {
    await visitor.shown(
      '/notes',
      { pageContext: 'Acme is about to renew' },
      { supplementaryContext: 'They haggle', customName: 'Hagglers' },
    );
    const { text } = await visitor.open('/home/notes').expect(200);
    expect(text).not.toMatch(/renew|haggle/i);
  });

  it('is told by its link where it is opened', async () => {
    const audience = await visitor.shown('/a');
    const { url } = await visitor.link('/über uns', audience);
    expect(url).toBe(`${service.siteUrl}/home/%C3%BCber%20uns`);
    const { status } = await fetch(url!);
    expect(status).toBe(200);
  });

  it('is found however its path is written, and whatever is asked with it', async () => {
    await visitor.shown('/prices/two words');
    for (const path of [
      '/home/prices/two%20words',
      '/home//prices/./two%20words/',
      '/home/prices/two%20words?utm=x',
    ])
      await visitor.open(path).expect(200);
    for (const path of ['/home/Prices/two%20words', '/home/prices', '/'])
      await visitor.open(path).expect(404);
    for (const path of ['/home/prices/two%2', '/home/%ff']) await visitor.open(path).expect(400);
  });

  it('at the root of a tenant is under its slug alone', async () => {
    await visitor.shown('/');
    await visitor.open('/home').expect(200);
    await visitor.open('/home/').expect(200);
  });

  it("of another tenant is under that tenant's slug", async () => {
    await visitor.shown('/ours');
    await visitor.open('/stranger/ours').expect(404);
    await visitor.open('/nobody/ours').expect(404);
  });

  it('is written from right to left where its language is', async () => {
    await visitor.shown('/ar', { language: 'ar' });
    const { text } = await visitor.open('/home/ar').expect(200);
    expect(text).toContain('<html lang="ar" dir="rtl">');
  });
});

describe('on a domain', () => {
  let tenantDomainId: string;
  beforeAll(async () => {
    tenantDomainId = await visitor.provenDomain();
  });

  it('the path of a link is the whole path', async () => {
    const audience = await visitor.shown('/elsewhere');
    const { url } = await visitor.link('/here', audience, { tenantDomainId });
    expect(new URL(url!).host).toBe(`${DOMAIN}:${new URL(service.siteUrl).port}`);
    const { text } = await visitor.onDomain('/here').expect(200);
    expect(text).toContain(`<link rel="canonical" href="${url}"/>`);
    for (const path of ['/elsewhere', '/home/elsewhere', '/home/here'])
      await visitor.onDomain(path).expect(404);
    await visitor.open('/here', { host: `${DOMAIN.toUpperCase()}:8080` }).expect(200);
  });

  it('nothing is shown before it is proven', async () => {
    const { body } = await visitor.api.post('/v0/tenant_domains', { domain: 'new.acme.example' }).expect(201);
    const audience = await visitor.shown('/elsewhere-2');
    await visitor.link('/here', audience, { tenantDomainId: body.tenantDomainId });
    await visitor.open('/here', { host: 'new.acme.example' }).expect(404);
  });

  it('scripts of the page run, elsewhere they are left out', async () => {
    const script = { name: 's', description: '', enabled: true, content: 'window.ran = "</script>"' };
    const audience = await visitor.shown('/scripted', {
      scripts: [script, { ...script, enabled: false, content: 'window.off = 1' }],
    });
    await visitor.link('/scripted', audience, { tenantDomainId });
    const { text, headers } = await visitor.onDomain('/scripted').expect(200);
    expect(text).toContain('<script>window.ran = "\\x3c/script>"</script>');
    expect(text).not.toContain('window.off');
    expect(headers['content-security-policy']).toMatch(/script-src 'sha256-[^']+';/);
    const elsewhere = await visitor.open('/home/scripted').expect(200);
    expect(elsewhere.text).not.toContain('window.ran');
    expect(elsewhere.headers['content-security-policy']).toContain("script-src 'none'");
  });

  it('that nobody has, there is nothing', async () => {
    const { body } = await visitor.open('/here', { host: 'other.example', ...JSON_CLIENT }).expect(404);
    expect(body.code).toBe('unknown_host');
  });
});

describe('whose page it is', () => {
  it('is told by the host that the browser sent, whatever a proxy says', async () => {
    await visitor.shown('/by-host');
    const forwarded = { 'x-forwarded-host': 'other.example', 'x-forwarded-for': '10.0.0.1' };
    await visitor.open('/home/by-host', forwarded).expect(200);
  });

  it.each(['home.', 'LOCALHOST:80', '[::1]:3001', '127.0.0.1'])('%s is this machine', async (host) => {
    await visitor.link(`/on/${host.replaceAll(/\W/g, '')}`, await visitor.audience());
    await visitor.open(`/home/on/${host.replaceAll(/\W/g, '')}`, { host }).expect(200);
  });

  it.each(['a_b.example', 'a!b.example', `${'x'.repeat(260)}.example`])('%s is nobody', async (host) => {
    const { body } = await visitor.open('/home', { host, ...JSON_CLIENT }).expect(404);
    expect(body.code).toBe('unknown_host');
  });

  it('a malformed request is refused, and not by the server itself', async () => {
    for (const head of [
      'GET / HTTP/1.1\r\n',
      'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n',
      'GET x HTTP/1.1\r\nHost: a\r\n',
    ]) {
      const answer = await rawAnswer(`${head}Accept: application/json\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1.1 400 /);
      expect(answer).toContain('"code":"malformed_request"');
    }
    expect(await rawAnswer('GET * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1.1 404 /,
    );
  });
});

describe('an answer', () => {
  it('is the same until something changes, and then says so', async () => {
    await visitor.shown('/same');
    const { headers } = await visitor.open('/home/same').expect(200);
    expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    const known = await visitor.open('/home/same', { 'if-none-match': headers.etag! }).expect(304);
    expect(known.headers['content-security-policy']).toBe(headers['content-security-policy']);
    expect(known.text).toBe('');
  });

  it('to HEAD has all but the body', async () => {
    await visitor.shown('/headed');
    const { headers } = await visitor.open('/home/headed').expect(200);
    const head = await request(service.siteUrl)
      .head('/home/headed')
      .set('accept-encoding', 'identity')
      .expect(200);
    expect(head.headers.etag).toBe(headers.etag);
    expect(head.text).toBeUndefined();
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['identity', undefined],
    ['br;q=0.0,gzip;q=0', undefined],
  ])('to Accept-Encoding: %s is encoded as %s', async (accepted, encoding) => {
    await visitor.link(`/encoded/${encoding}${accepted.length}`, await visitor.audience());
    const path = `/home/encoded/${encoding}${accepted.length}`;
    const { headers, text } = await visitor.open(path, { 'accept-encoding': accepted }).expect(200);
    expect(headers['content-encoding']).toBe(encoding);
    expect(text).toContain('</html>');
  });

  it('has no cookie, and no header that is about keys', async () => {
    await visitor.shown('/clean');
    const { headers } = await visitor.open('/home/clean', { 'x-api-key': service.home.key }).expect(200);
    for (const name of ['set-cookie', 'www-authenticate', 'strict-transport-security', 'ratelimit'])
      expect(headers).not.toHaveProperty(name);
  });
});

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

  it('a browser is shown a plain page', async () => {
    const { text, headers } = await visitor.open('/home/never').expect(404);
    expect(text).toContain('<h1>Page not found</h1>');
    expect(text).toContain('<meta name="robots" content="noindex"/>');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers.vary).toBe('Accept, Accept-Encoding');
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

const logo = (name: string) => ({
  image: { altText: name, url: `https://example.com/${name}.png`, fileId: '', assetId: '' },
});

async function rawAnswer(head: string): Promise<string> {
  const socket = connect(Number(new URL(service.siteUrl).port), '127.0.0.1');
  socket.end(head);
  return text(socket);
}
