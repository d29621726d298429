import { hash } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { useTestService } from '../../support/test-service.js';
import { DOMAIN, JSON_CLIENT, SiteVisitor } from '../site-visitor.js';

const used = useTestService();
const { service } = used;
const visitor = new SiteVisitor(used);

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
    const allowed = hashOf('window.ran = "\\x3c/script>"');
    expect(headers['content-security-policy']).toContain(allowed);
    const elsewhere = await visitor.open('/home/scripted').expect(200);
    expect(elsewhere.text).not.toContain('window.ran');
    expect(elsewhere.headers['content-security-policy']).not.toContain(allowed);
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

  it('is told by the target where that is a whole URL, and not by Host', async () => {
    await visitor.shown('/by-target');
    const get = (url: string, host: string) =>
      rawAnswer(`GET ${url} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(await get('http://localhost/home/by-target?x=1', 'other.example')).toMatch(/^HTTP\/1.1 200 /);
    expect(await get('http://other.example/home/by-target', 'localhost')).toMatch(/^HTTP\/1.1 404 /);
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

async function rawAnswer(head: string): Promise<string> {
  const socket = connect(Number(new URL(service.siteUrl).port), '127.0.0.1');
  socket.write(head);
  return text(socket);
}

function hashOf(script: string): string {
  return `'sha256-${hash('sha256', script, 'base64')}'`;
}
