import { jest } from '@jest/globals';
import { FileStore } from '../../../src/shared/storage/file-store.js';
import { uuidOf, wireId } from '../../../src/shared/kernel/ids.js';
import { useTestService } from '../../support/test-service.js';
import { until } from '../../support/until.js';
import { CONTENT, made } from '../../assets/support.js';
import { Records } from '../../pages/records.js';
import { SiteVisitor } from '../site-visitor.js';

const used = useTestService();
const { service, api } = used;
const visitor = new SiteVisitor(used);

/** The sources of the pictures on a page. */
/** Sources of the logos on a page. */
async function sourcesOn(path: string): Promise<string[]> {
  const { text } = await visitor.open(path).expect(200);
  return [...text.matchAll(/<li[^>]*><img [^>]*?src="([^"]*)"/g)].map(([, source]) => source!);
}

const widget = (images: object[]) => ({
  actionCardWidgets: [
    {
      type: 'logo_marquee',
      title: 'They trust us',
      logos: images.map((image) => ({
        image: { altText: 'Logo', url: '', fileId: '', assetId: '', ...image },
      })),
    },
  ],
});

it('pictures of assets have URLs of the site, which are good until the asset is trashed', async () => {
  const asset = await made(service, { fields: { type: 'logo' } });
  const { assetId, data } = asset;
  await visitor.shown(
    '/logos',
    widget([{ assetId }, { assetId, fileId: data.fileId }, { fileId: data.fileId }]),
  );
  const sources = await sourcesOn('/home/logos');
  expect(sources).toHaveLength(3);
  expect(new Set(sources).size).toBe(1);
  const [source] = sources;
  expect(source).toMatch(/^\/_foyer\/files\/[\w-]+$/);
  const { headers, body } = await visitor.open(source!).expect(200);
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=0, must-revalidate',
  });
  expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  expect(Buffer.compare(body as Buffer, CONTENT.png)).toBe(0);
  await visitor.open(source!, { 'if-none-match': headers.etag! }).expect(304);
  await api.delete(`/v0/assets/${assetId}`).expect(200);
  await until(async () => (await visitor.open(source!)).status === 404);
  await api.post(`/v0/assets/trash/${assetId}/restore`).expect(200);
  await visitor.open(source!).expect(200);
});

it('others are loaded from where they are, if that is the web', async () => {
  const urls = [
    'https://example.com/a.png',
    'http://example.com/b.png',
    'javascript:alert(1)',
    'data:image/png,x',
    '',
  ];
  await visitor.shown(
    '/others',
    widget([...urls.map((url) => ({ url })), { assetId: 'nonsense', fileId: 'file_x' }]),
  );
  expect(await sourcesOn('/home/others')).toEqual(['https://example.com/a.png', 'http://example.com/b.png']);
});

describe('search engines', () => {
  beforeAll(() => visitor.provenDomain());

  it('are told of live links whose metadata allow it', async () => {
    const { body } = await api.get('/v0/tenant_domains').expect(200);
    const { tenantDomainId } = body.items.find(
      ({ domain }: { domain: string }) => domain === 'www.acme.example',
    );
    const on = { tenantDomainId };
    await visitor.link('/a&b', await visitor.audience(), on);
    for (const robots of [['noindex'], ['nofollow, NOINDEX'], ['none']])
      await visitor.link(
        `/hidden${robots[0]!.length}`,
        await visitor.audience({ metadataOverride: { robots } }),
        on,
      );
    await visitor.link('/shown', await visitor.audience({ metadataOverride: { robots: ['nofollow'] } }), on);
    const archived = await visitor.audience();
    await visitor.link('/archived', archived, on);
    await api.delete(`/v0/pages/${archived.pageId}/audiences/${archived.audienceId}`).expect(200);
    const { pageLinkId } = await visitor.link('/deleted', await visitor.audience(), on);
    await api.delete(`/v0/page_links/${pageLinkId}`).expect(200);

    const robots = await visitor.onDomain('/robots.txt').expect(200);
    expect(robots.text).toContain(`Sitemap: ${urlOf('/sitemap.xml')}\n`);
    const { text, headers } = await visitor.onDomain('/sitemap.xml').expect(200);
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    const locations = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, location]) => location);
    expect(locations).toEqual([urlOf('/a&amp;b'), urlOf('/shown')]);
  });

  it('are told of nobody on the address that all tenants share', async () => {
    const { text } = await visitor.open('/robots.txt').expect(200);
    expect(text).toBe('User-agent: *\nDisallow: /_foyer/previews/\n');
    await visitor.open('/sitemap.xml').expect(404);
    await visitor.open('/robots.txt', { host: 'other.example' }).expect(404);
  });

  it('get long lists in parts', async () => {
    const tenantDomainId = await visitor.provenDomain('long.acme.example');
    await visitor.link('/first', await visitor.audience(), { tenantDomainId });
    await service.pool.query(
      `insert into page_link select (jsonb_populate_record(l, jsonb_build_object(
         'id', new_uuid(), 'path', '/' || n, 'path_hash', '\\\\x' || encode(sha256(convert_to('/' || n, 'UTF8')), 'hex')
       ))).* from page_link l, generate_series(1, 5000) n where l.path = '/first'`,
    );
    const host = { host: 'long.acme.example' };
    const { text } = await visitor.open('/sitemap.xml', host).expect(200);
    const parts = [...text.matchAll(/<loc>[^<]*(\/sitemap[^<]*)<\/loc>/g)].map(([, path]) => path!);
    expect(parts).toHaveLength(2);
    const { rows } = await service.pool.query<{ id: string }>(
      'select id from page_link where tenant_domain_id = $1 order by id limit 1',
      [uuidOf('domain', tenantDomainId)],
    );
    expect(parts[0]).toBe(`/sitemap.xml?part=${wireId('link', rows[0]!.id)}`);
    const counts: number[] = [];
    for (const part of parts)
      counts.push((await visitor.open(part, host).expect(200)).text.split('<url>').length - 1);
    expect(counts).toEqual([5000, 1]);
    for (const part of ['nonsense', 'link_01je7nqt00e00800000000000f'])
      await visitor.open(`/sitemap.xml?part=${part}`, host).expect(404);
  });
});

it('a proxy is told which domains are proven, so that it fetches certificates for no other', async () => {
  const domain = 'proven.acme.example';
  await api.post('/v0/tenant_domains', { domain }).expect(201);
  const asked = (name: string) => visitor.open(`/_foyer/domain?domain=${name}`);
  await asked(domain).expect(404);
  await service.pool.query('update tenant_domain set is_proven = true where domain = $1', [domain]);
  await until(async () => (await asked(domain)).status === 200);
  await asked(`${domain}&domain=x`).expect(404);
  await asked('').expect(404);
  await visitor.open('/_foyer/domain').expect(404);
  await asked('localhost').expect(404);
});

it('a file is in memory once, however its host is written', async () => {
  const asset = await made(service, { fields: { type: 'logo' } });
  await visitor.shown('/hosts', widget([{ assetId: asset.assetId }]));
  const [source] = await sourcesOn('/home/hosts');
  const reads = jest.spyOn(service.app.get(FileStore), 'open');
  for (const host of ['a1', 'a2', 'A2:99', 'localhost', '127.0.0.1', '[::1]:3000'])
    await visitor.open(source!, { host }).expect(200);
  expect(reads).toHaveBeenCalledTimes(1);
  reads.mockRestore();
  for (const host of ['a..b', 'x_y.example', 'no.example']) await visitor.open(source!, { host }).expect(404);
});

const urlOf = (path: string) => {
  const url = new URL(service.siteUrl);
  url.hostname = 'www.acme.example';
  return `${url.origin}${path}`;
};

it("a tenant's domain shows no files of another tenant, whole or in part", async () => {
  const host = 'files.acme.example';
  await visitor.provenDomain(host);
  const tokenOf = async (tenant: typeof service.home) => {
    const { assetId } = await made(service, {}, tenant);
    const records = new Records(tenant.api);
    const page = await records.page();
    const { body } = await tenant.api.put(`/v0/pages/${page.pageId}/og_image`, { assetId }).expect(200);
    return new URL(body.metadata.ogImageUrl as string).pathname;
  };
  const [own, foreign] = [await tokenOf(service.home), await tokenOf(service.stranger)];
  for (const [status, more] of [
    [200, {}],
    [200, {}],
    [206, { range: 'bytes=0-1' }],
  ] as const) {
    await visitor.open(foreign, more).expect(status);
    await visitor.open(own, { host, ...more }).expect(status);
    await visitor.open(foreign, { host, ...more }).expect(404);
    await visitor.open(own, { host: 'unknown.example', ...more }).expect(404);
  }
});
