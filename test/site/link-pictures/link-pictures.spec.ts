import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import sharp from 'sharp';
import { DrawnPictures, DRAWING_LIMITS } from '../../../src/modules/site/link-pictures/drawn-pictures.js';
import { exampleId } from '../../../src/shared/kernel/example-ids.js';
import { uuidOf } from '../../../src/shared/kernel/ids.js';
import { PictureFault } from '../../../src/shared/pictures/picture-fault.js';
import { PICTURE_LIMITS } from '../../../src/shared/pictures/picture-limits.js';
import { Pictures } from '../../../src/shared/pictures/pictures.js';
import { pathOf as storedAt } from '../../../src/shared/storage/file-store.js';
import { made } from '../../assets/support.js';
import { pathOf } from '../../pages/records.js';
import { pictureOf } from '../../support/picture-files.js';
import { useTestService } from '../../support/test-service.js';
import { until } from '../../support/until.js';
import { SiteVisitor } from '../site-visitor.js';

const used = useTestService({ ROLE: 'all' });
const { service, api, strangerApi } = used;
const visitor = new SiteVisitor(used);
const LIMITS = { ...PICTURE_LIMITS };
const DRAWINGS = { ...DRAWING_LIMITS };

afterEach(() => {
  jest.restoreAllMocks();
  Object.assign(PICTURE_LIMITS, LIMITS);
  Object.assign(DRAWING_LIMITS, DRAWINGS);
});

let count = 0;
const newPath = () => `/linked-${++count}`;

const tagsIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"\/>/g)].map(([, name, content]) => [
      name!,
      content!,
    ]),
  );

/** The tags of a page that is open already. */
const tagsAt = async (path: string) => tagsIn((await visitor.open(`/home${path}`).expect(200)).text);

/** The path of the link picture of a new page. */
async function pictureFor(page: object = {}, audience: object = {}): Promise<string> {
  const path = newPath();
  await visitor.shown(path, page, audience);
  return pathIn(await tagsAt(path));
}

const pathIn = (tags: Record<string, string>) => new URL(tags['og:image']!).pathname;

const open = (path: string, headers: Record<string, string> = {}) =>
  visitor.open(path, headers).responseType('blob');

const bytesOf = async (path: string) => (await open(path).expect(200)).body as Buffer;

interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The colours in an area, as hex. */
async function coloursIn(png: Buffer, area: Area): Promise<Set<string>> {
  const { data, info } = await sharp(png)
    .extract(area)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info.channels).toBe(3);
  const colours = Array.from({ length: data.length / 3 }, (_, at) =>
    data.toString('hex', at * 3, at * 3 + 3),
  );
  return new Set(colours.map((colour) => `#${colour}`));
}

const CORNER = { left: 0, top: 0, width: 60, height: 60 };
const LOGO = { left: 80, top: 64, width: 480, height: 96 };
const TITLE = { left: 80, top: 170, width: 1040, height: 400 };
const STRIPE = { left: 0, top: 612, width: 1200, height: 18 };
const RIGHT_MARGIN = { left: 1140, top: 0, width: 60, height: 600 };

async function newBrand(body: object = {}): Promise<{ key: string; path: string }> {
  const key = `drawn-${++count}`;
  const { brandId } = (await api.post('/v0/brands', { key, name: 'Brand', ...body }).expect(201)).body;
  return { key, path: `/v0/brands/${brandId}` };
}

async function newLogo(background: string, width = 960): Promise<string> {
  const content = await pictureOf('png', { width, height: width / 5, background });
  return (await made(service, { content, fields: { type: 'logo' } })).assetId;
}

describe('the link picture of a page without one', () => {
  it('has the title of the page in the colours of its brand', async () => {
    const colours = { groundColor: '#fff1e0', textColor: '#201008', accentColor: '#9f1239' };
    const { key } = await newBrand({ ...colours, typeface: 'source-serif-4' });
    const png = await bytesOf(await pictureFor({ brandId: key, name: 'A title of a page' }));
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(await coloursIn(png, CORNER)).toEqual(new Set(['#fff1e0']));
    expect(await coloursIn(png, STRIPE)).toEqual(new Set(['#9f1239']));
    expect(await coloursIn(png, TITLE)).toContain('#201008');
  });

  it('is named in the HTML, on the host that was asked', async () => {
    const path = newPath();
    await visitor.shown(path, { name: 'A "name"', metadata: { ogImageAlt: 'Another picture' } });
    const tags = await tagsAt(path);
    expect(tags).toMatchObject({
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'A &quot;name&quot;',
      'twitter:card': 'summary_large_image',
      'twitter:image:alt': 'A &quot;name&quot;',
    });
    expect(tags['og:image']).toMatch(new RegExp(`^${service.siteUrl}/_foyer/link-pictures/[\\w-]+$`));
    expect(tags['twitter:image']).toBe(tags['og:image']);
  });

  it('shows the name of a brand without a logo, and looks plain without a brand', async () => {
    const { key } = await newBrand();
    const named = await bytesOf(await pictureFor({ brandId: key }));
    const plain = await bytesOf(await pictureFor({ brandId: 'none' }));
    expect((await coloursIn(named, LOGO)).size).toBeGreaterThan(1);
    expect(await coloursIn(plain, LOGO)).toEqual(new Set(['#ffffff']));
    expect(await coloursIn(plain, TITLE)).toContain('#16191d');
  });

  it('shows the logo that was made for the ground', async () => {
    const logos = { logoAssetId: await newLogo('#0000ff'), darkLogoAssetId: await newLogo('#ffff00') };
    const light = await newBrand(logos);
    const dark = await newBrand({ ...logos, groundColor: '#101030' });
    for (const [{ key }, colour] of [
      [light, '#0000ff'],
      [dark, '#ffff00'],
    ] as const)
      expect(await coloursIn(await bytesOf(await pictureFor({ brandId: key })), LOGO)).toEqual(
        new Set([colour]),
      );
  });

  it('shows the name on light ground if there is a logo for dark ground alone', async () => {
    const dark = { darkLogoAssetId: await newLogo('#ffff00') };
    const { key } = await newBrand({ name: 'Their name', ...dark });
    const { key: plain } = await newBrand({ name: 'Their name' });
    const page = { name: 'On light ground' };
    const png = await bytesOf(await pictureFor({ ...page, brandId: key }));
    expect(png.equals(await bytesOf(await pictureFor({ ...page, brandId: plain })))).toBe(true);
  });

  it('has none of what is made for an audience', async () => {
    const { pageId } = await visitor.page({ name: 'For everybody', metadata: { title: 'The own title' } });
    const personId = exampleId('person');
    const metadataOverride = { title: 'Hello Ada, CEO of Secret Ltd.' };
    const audiences = [{}, { personId, metadataOverride }];
    const pictures: Buffer[] = [];
    for (const body of audiences) {
      const path = newPath();
      await visitor.link(path, await visitor.audience(body, pageId));
      const { text } = await visitor.open(`/home${path}`).expect(200);
      expect(text.includes('class="greeting"')).toBe('personId' in body);
      const tags = tagsIn(text);
      expect(tags['og:image:alt']).toBe('The own title');
      pictures.push(await bytesOf(pathIn(tags)));
    }
    expect(pictures[1]!.equals(pictures[0]!)).toBe(true);
  });

  it('is replaced by the asset that PUT names, and no part of answers', async () => {
    const path = newPath();
    const audience = await visitor.shown(path);
    const drawn = pathIn(await tagsAt(path));
    const page = (await api.get(`/v0/pages/${audience.pageId}`).expect(200)).body;
    expect(page.metadata?.ogImageUrl).toBeUndefined();
    const version = `${pathOf(audience)}/versions/${audience.latestVersion.versionId}`;
    const { content } = (await api.get(`${version}/content`).expect(200)).body;
    expect(content.title).toBe('Plain');
    expect(content).not.toHaveProperty('pageTitle');
    const { assetId } = await made(service, {});
    await api.put(`/v0/pages/${audience.pageId}/og_image`, { assetId }).expect(200);
    await visitor.version(audience);
    await until(async () => pathIn(await tagsAt(path)).startsWith('/_foyer/files/'));
    await open(drawn).expect(404);
    // An asset in the trash is none.
    await api.delete(`/v0/assets/${assetId}`).expect(200);
    await until(async () => pathIn(await tagsAt(path)) === drawn);
    await open(drawn).expect(200);
  });

  it('is not in a preview', async () => {
    const audience = await visitor.audience();
    const { text } = await visitor.open(await visitor.previewPath(audience)).expect(200);
    expect(tagsIn(text)).toMatchObject({ 'twitter:card': 'summary' });
    expect(tagsIn(text)).not.toHaveProperty('og:image');
  });
});

describe('a title', () => {
  it.each(['مرحبا بالعالم', 'שלום', 'नमस्ते', '你好', 'Party 🎉', 'q\u0308', ' \u200b '])(
    'that can not be drawn has no picture: %s',
    async (name) => {
      const path = newPath();
      await visitor.shown(path, { name: 'x', metadata: { title: name } });
      const tags = await tagsAt(path);
      expect(tags['twitter:card']).toBe('summary');
      expect(tags).not.toHaveProperty('og:image');
    },
  );

  it.each([
    ['with many letters', 'Wide words '.repeat(45), 500],
    ['without a space', 'W'.repeat(300), 300],
    ['like SVG', '<image href="file:///etc/passwd"/></text><script>&amp;&x;', 20],
    ['in other alphabets', 'Łódź, Ελλάδα, Привет, Việt Nam', 20],
  ])('%s stays in its place', async (_, name, least) => {
    expect(name.length).toBeGreaterThanOrEqual(least - 5);
    const png = await bytesOf(await pictureFor({ brandId: 'none', name }));
    expect(await coloursIn(png, TITLE)).toContain('#16191d');
    for (const area of [RIGHT_MARGIN, { ...CORNER, width: 1200 }])
      expect(await coloursIn(png, area)).toEqual(new Set(['#ffffff']));
  });

  it('of an earlier release is drawn if it is the title of the page, and no override', async () => {
    const strip = async (audienceId: string) =>
      service.pool.query(
        `update audience_version set content = content::jsonb - 'pageTitle', updated_at = updated_at + interval '1 s'
         where audience_id = $1`,
        [uuidOf('audience', audienceId)],
      );
    const [own, overridden] = [newPath(), newPath()];
    const before = await visitor.shown(own, { name: 'Of the page' });
    const other = await visitor.shown(
      overridden,
      { name: 'Of the page' },
      { metadataOverride: { title: 'For Ada' } },
    );
    await strip(before.audienceId);
    await strip(other.audienceId);
    expect((await tagsAt(own))['og:image:alt']).toBe('Of the page');
    expect(await tagsAt(overridden)).not.toHaveProperty('og:image');
  });
});

describe('a page whose version is of an earlier release', () => {
  it('loses its picture with its title, within a second', async () => {
    const path = newPath();
    const { pageId, audienceId } = await visitor.shown(path, { name: 'First name' });
    await service.pool.query(
      `update audience_version set content = content::jsonb - 'pageTitle' where audience_id = $1`,
      [uuidOf('audience', audienceId)],
    );
    const picture = pathIn(await tagsAt(path));
    const names = async () => 'og:image' in (await tagsAt(path));
    await api.patch(`/v0/pages/${pageId}`, { metadata: { title: 'Other' } }).expect(200);
    await until(async () => !(await names()));
    await open(picture).expect(404);
    await api.patch(`/v0/pages/${pageId}`, { metadata: null }).expect(200);
    await until(names);
    await open(picture).expect(200);
  });
});

describe('a logo that can not be drawn', () => {
  /** The link pictures of two pages with the logo, and how they look with the name of the brand instead. */
  async function pictured(logoAssetId: string): Promise<{ path: string; instead: Buffer }[]> {
    const { key } = await newBrand({ name: 'Its name', logoAssetId });
    const { key: plain } = await newBrand({ name: 'Its name' });
    const pages = ['One', 'Two'].map(async (name) => ({
      path: await pictureFor({ name, brandId: key }),
      instead: await bytesOf(await pictureFor({ name, brandId: plain })),
    }));
    return Promise.all(pages);
  }

  it('is tried once in some minutes, and the name is drawn instead', async () => {
    // Too small for a variant that would be drawn: a worker makes those at any time, which changes the URL.
    const pages = await pictured(await newLogo('#0000ff', 480));
    const pictures = service.app.get(Pictures);
    const draw = pictures.draw.bind(pictures);
    let tries = 0;
    const spy = jest.spyOn(pictures, 'draw').mockImplementation((drawing) => {
      if (!drawing.overlay) return draw(drawing);
      tries++;
      return Promise.reject(new PictureFault('too_slow', 'filters'));
    });
    for (const { path, instead } of [...pages, ...pages]) {
      const { body, headers } = await open(path).expect(200);
      expect((body as Buffer).equals(instead)).toBe(true);
      // Later it may be drawn.
      expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    }
    expect(tries).toBe(1);
    spy.mockRestore();
    service.app.get(DrawnPictures)['failedLogos'].clear();
    const { body, headers } = await open(pages[0]!.path).expect(200);
    expect(await coloursIn(body as Buffer, LOGO)).toEqual(new Set(['#0000ff']));
    expect(headers['cache-control']).toContain('immutable');
  });

  it('may be one whose file is longer than it was', async () => {
    const logoAssetId = await newLogo('#00ffff', 480);
    const [{ path, instead }] = (await pictured(logoAssetId)) as [{ path: string; instead: Buffer }];
    const { rows } = await service.pool.query<{ id: string }>(
      `select file_id as id from asset_variant where asset_id = $1 union all select file_id from asset where id = $1`,
      [uuidOf('asset', logoAssetId)],
    );
    for (const { id } of rows) await appendFile(join(service.dataDir, 'files', storedAt(id)), 'x');
    expect((await bytesOf(path)).equals(instead)).toBe(true);
  });
});

describe('the URL of a link picture', () => {
  it('is drawn once, and kept by browsers', async () => {
    const draw = jest.spyOn(service.app.get(Pictures), 'draw');
    const path = await pictureFor({ name: 'Drawn once' });
    expect(draw).not.toHaveBeenCalled();
    const answers = await Promise.all([open(path), open(path), open(path)]);
    const { headers, body } = answers[0];
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    });
    await open(path, { 'if-none-match': headers.etag! }).expect(304);
    const part = await open(path, { range: 'bytes=1-3' }).expect(206);
    expect((part.body as Buffer).toString()).toBe('PNG');
    const head = await fetch(service.siteUrl + path, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(body.length)]);
    expect(draw).toHaveBeenCalledTimes(1);
  });

  it('is signed', async () => {
    const path = await pictureFor();
    const bytes = Buffer.from(path.split('/').at(-1)!, 'base64url');
    for (const at of [0, 20, 40, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      await open(`/_foyer/link-pictures/${changed.toString('base64url')}`).expect(403);
    }
    await open(path.replace('link-pictures', 'files')).expect(403);
    await open('/_foyer/link-pictures/x').expect(403);
  });

  it('is good on the host of its page alone', async () => {
    const mine = `mine-${++count}.example`;
    const theirs = `theirs-${count}.example`;
    const tenantDomainId = await visitor.provenDomain(mine);
    await strangerApi.post('/v0/tenant_domains', { domain: theirs }).expect(201);
    await service.pool.query(
      `update tenant_domain set is_proven = true, proven_until = now() + interval '7 days', next_check_at = null
       where domain = $1`,
      [theirs],
    );
    await visitor.link('/', await visitor.audience(), { tenantDomainId });
    const { text } = await visitor.open('/', { host: mine }).expect(200);
    const url = new URL(tagsIn(text)['og:image']!);
    expect(url.hostname).toBe(mine);
    await open(url.pathname, { host: mine }).expect(200);
    for (const host of [theirs, 'localhost', 'other.example']) await open(url.pathname, { host }).expect(404);
    const onOwnAddress = await pictureFor();
    for (const host of [mine, theirs]) await open(onOwnAddress, { host }).expect(404);
  });

  it('changes with title and brand, and leads on to the new one', async () => {
    const { key, path: brandPath } = await newBrand({ accentColor: '#111111' });
    const path = newPath();
    const audience = await visitor.shown(path, { brandId: key });
    const first = pathIn(await tagsAt(path));
    await api.patch(brandPath, { accentColor: '#222222' }).expect(200);
    await until(async () => pathIn(await tagsAt(path)) !== first);
    const second = pathIn(await tagsAt(path));
    await api.patch(`/v0/pages/${audience.pageId}`, { name: 'Renamed' }).expect(200);
    // A title that is not published is not shown.
    expect(pathIn(await tagsAt(path))).toBe(second);
    await visitor.version(audience);
    await until(async () => pathIn(await tagsAt(path)) !== second);
    const third = pathIn(await tagsAt(path));
    for (const old of [first, second]) {
      const { headers } = await open(old).redirects(0).expect(302);
      expect(headers.location).toBe(third);
      expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    }
    await open(third).expect(200);
  });

  it('changes when the logo is trashed, and ends with the page', async () => {
    const logoAssetId = await newLogo('#00ff00');
    const { key } = await newBrand({ logoAssetId });
    const path = newPath();
    const audience = await visitor.shown(path, { brandId: key });
    const first = pathIn(await tagsAt(path));
    expect(await coloursIn(await bytesOf(first), LOGO)).toContain('#00ff00');
    await api.delete(`/v0/assets/${logoAssetId}`).expect(200);
    await until(async () => pathIn(await tagsAt(path)) !== first);
    const { headers } = await open(first).redirects(0).expect(302);
    expect(await coloursIn(await bytesOf(headers.location!), LOGO)).not.toContain('#00ff00');
    await api.delete(`/v0/pages/${audience.pageId}`).expect(200);
    await open(headers.location!).expect(404);
  });

  it('is answered with 503 while nothing can be drawn, and works afterwards', async () => {
    const path = newPath();
    await visitor.shown(path, { name: 'Killed' });
    const picture = pathIn(await tagsAt(path));
    PICTURE_LIMITS.answerMs = 1;
    const { headers } = await open(picture).expect(503);
    expect([headers['retry-after'], headers['cache-control']]).toEqual(['5', 'no-cache']);
    await visitor.open(`/home${path}`).expect(200);
    Object.assign(PICTURE_LIMITS, LIMITS);
    await open(picture).expect(200);
  });

  it('is answered with 503 if too many wait for a drawing', async () => {
    const picture = await pictureFor({ name: 'Waiting' });
    const known = await pictureFor({ name: 'Known' });
    await open(known).expect(200);
    const turns = service.app.get(DrawnPictures)['turns'];
    DRAWING_LIMITS.maxWaiting = 0;
    await turns.acquire('another tenant');
    expect((await open(picture).expect(503)).headers['retry-after']).toBe('5');
    await open(known).expect(200);
    turns.release('another tenant');
    await open(picture).expect(200);
  });
});
