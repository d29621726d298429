import request from 'supertest';
import { useTestService } from '../../support/test-service.js';
import { SiteVisitor } from '../site-visitor.js';

const used = useTestService();
const { service } = used;
const visitor = new SiteVisitor(used);

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
