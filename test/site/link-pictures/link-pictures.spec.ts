import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import sharp from 'sharp';
import { DrawnPictures } from '../../../src/modules/site/link-pictures/drawn-pictures.js';
import { exampleId } from '../../../src/shared/kernel/example-ids.js';
import { uuidOf } from '../../../src/shared/kernel/ids.js';
import { PictureFault } from '../../../src/shared/pictures/picture-fault.js';
import { Pictures } from '../../../src/shared/pictures/pictures.js';
import { pathOf as storedAt } from '../../../src/shared/storage/file-store.js';
import { made } from '../../assets/support.js';
import { pathOf } from '../../pages/records.js';
import { useTestService } from '../../support/test-service.js';
import { until } from '../../support/until.js';
import {
  coloursIn,
  CORNER,
  LinkedVisitor,
  LOGO,
  pathIn,
  RIGHT_MARGIN,
  STRIPE,
  tagsIn,
  TITLE,
} from './linked-visitor.js';

const used = useTestService({ ROLE: 'all' });
const { service, api } = used;
const visitor = new LinkedVisitor(used);

afterEach(() => jest.restoreAllMocks());

describe('the link picture of a page without one', () => {
  it('has the title of the page in the colours of its brand', async () => {
    const colours = { groundColor: '#fff1e0', textColor: '#201008', accentColor: '#9f1239' };
    const { key } = await visitor.newBrand({ ...colours, typeface: 'source-serif-4' });
    const png = await visitor.bytesOf(await visitor.pictureFor({ brandId: key, name: 'A title of a page' }));
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(await coloursIn(png, CORNER)).toEqual(new Set(['#fff1e0']));
    expect(await coloursIn(png, STRIPE)).toEqual(new Set(['#9f1239']));
    expect(await coloursIn(png, TITLE)).toContain('#201008');
  });

  it('is named in the HTML, on the host that was asked', async () => {
    const path = visitor.newPath();
    await visitor.shown(path, { name: 'A "name"', metadata: { ogImageAlt: 'Another picture' } });
    const tags = await visitor.tagsAt(path);
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
    const { key } = await visitor.newBrand();
    const named = await visitor.bytesOf(await visitor.pictureFor({ brandId: key }));
    const plain = await visitor.bytesOf(await visitor.pictureFor({ brandId: 'none' }));
    expect((await coloursIn(named, LOGO)).size).toBeGreaterThan(1);
    expect(await coloursIn(plain, LOGO)).toEqual(new Set(['#ffffff']));
    expect(await coloursIn(plain, TITLE)).toContain('#16191d');
  });

  it('shows the logo that was made for the ground', async () => {
    const logos = {
      logoAssetId: await visitor.newLogo('#0000ff'),
      darkLogoAssetId: await visitor.newLogo('#ffff00'),
    };
    const light = await visitor.newBrand(logos);
    const dark = await visitor.newBrand({ ...logos, groundColor: '#101030' });
    for (const [{ key }, colour] of [
      [light, '#0000ff'],
      [dark, '#ffff00'],
    ] as const)
      expect(
        await coloursIn(await visitor.bytesOf(await visitor.pictureFor({ brandId: key })), LOGO),
      ).toEqual(new Set([colour]));
  });

  it('shows the name on light ground if there is a logo for dark ground alone', async () => {
    const dark = { darkLogoAssetId: await visitor.newLogo('#ffff00') };
    const { key } = await visitor.newBrand({ name: 'Their name', ...dark });
    const { key: plain } = await visitor.newBrand({ name: 'Their name' });
    const page = { name: 'On light ground' };
    const png = await visitor.bytesOf(await visitor.pictureFor({ ...page, brandId: key }));
    expect(png.equals(await visitor.bytesOf(await visitor.pictureFor({ ...page, brandId: plain })))).toBe(
      true,
    );
  });

  it('has none of what is made for an audience', async () => {
    const { pageId } = await visitor.page({ name: 'For everybody', metadata: { title: 'The own title' } });
    const personId = exampleId('person');
    const metadataOverride = { title: 'Hello Ada, CEO of Secret Ltd.' };
    const audiences = [{}, { personId, metadataOverride }];
    const pictures: Buffer[] = [];
    for (const body of audiences) {
      const path = visitor.newPath();
      await visitor.link(path, await visitor.audience(body, pageId));
      const { text } = await visitor.open(`/home${path}`).expect(200);
      expect(text.includes('class="greeting"')).toBe('personId' in body);
      const tags = tagsIn(text);
      expect(tags['og:image:alt']).toBe('The own title');
      pictures.push(await visitor.bytesOf(pathIn(tags)));
    }
    expect(pictures[1]!.equals(pictures[0]!)).toBe(true);
  });

  it('is replaced by the asset that PUT names, and no part of answers', async () => {
    const path = visitor.newPath();
    const audience = await visitor.shown(path);
    const drawn = pathIn(await visitor.tagsAt(path));
    const page = (await api.get(`/v0/pages/${audience.pageId}`).expect(200)).body;
    expect(page.metadata?.ogImageUrl).toBeUndefined();
    const version = `${pathOf(audience)}/versions/${audience.latestVersion.versionId}`;
    const { content } = (await api.get(`${version}/content`).expect(200)).body;
    expect(content.title).toBe('Plain');
    expect(content).not.toHaveProperty('pageTitle');
    const { assetId } = await made(service, {});
    await api.put(`/v0/pages/${audience.pageId}/og_image`, { assetId }).expect(200);
    await visitor.version(audience);
    await until(async () => pathIn(await visitor.tagsAt(path)).startsWith('/_foyer/files/'));
    await visitor.openPicture(drawn).expect(404);
    // An asset in the trash is none.
    await api.delete(`/v0/assets/${assetId}`).expect(200);
    await until(async () => pathIn(await visitor.tagsAt(path)) === drawn);
    await visitor.openPicture(drawn).expect(200);
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
      const path = visitor.newPath();
      await visitor.shown(path, { name: 'x', metadata: { title: name } });
      const tags = await visitor.tagsAt(path);
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
    const png = await visitor.bytesOf(await visitor.pictureFor({ brandId: 'none', name }));
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
    const [own, overridden] = [visitor.newPath(), visitor.newPath()];
    const before = await visitor.shown(own, { name: 'Of the page' });
    const other = await visitor.shown(
      overridden,
      { name: 'Of the page' },
      { metadataOverride: { title: 'For Ada' } },
    );
    await strip(before.audienceId);
    await strip(other.audienceId);
    expect((await visitor.tagsAt(own))['og:image:alt']).toBe('Of the page');
    expect(await visitor.tagsAt(overridden)).not.toHaveProperty('og:image');
  });
});

describe('a page whose version is of an earlier release', () => {
  it('loses its picture with its title, within a second', async () => {
    const path = visitor.newPath();
    const { pageId, audienceId } = await visitor.shown(path, { name: 'First name' });
    await service.pool.query(
      `update audience_version set content = content::jsonb - 'pageTitle' where audience_id = $1`,
      [uuidOf('audience', audienceId)],
    );
    const picture = pathIn(await visitor.tagsAt(path));
    const names = async () => 'og:image' in (await visitor.tagsAt(path));
    await api.patch(`/v0/pages/${pageId}`, { metadata: { title: 'Other' } }).expect(200);
    await until(async () => !(await names()));
    await visitor.openPicture(picture).expect(404);
    await api.patch(`/v0/pages/${pageId}`, { metadata: null }).expect(200);
    await until(names);
    await visitor.openPicture(picture).expect(200);
  });
});

describe('a logo that can not be drawn', () => {
  /** The link pictures of two pages with the logo, and how they look with the name of the brand instead. */
  async function pictured(logoAssetId: string): Promise<{ path: string; instead: Buffer }[]> {
    const { key } = await visitor.newBrand({ name: 'Its name', logoAssetId });
    const { key: plain } = await visitor.newBrand({ name: 'Its name' });
    const pages = ['One', 'Two'].map(async (name) => ({
      path: await visitor.pictureFor({ name, brandId: key }),
      instead: await visitor.bytesOf(await visitor.pictureFor({ name, brandId: plain })),
    }));
    return Promise.all(pages);
  }

  it('is tried once in some minutes, and the name is drawn instead', async () => {
    // Too small for a variant that would be drawn: a worker makes those at any time, which changes the URL.
    const pages = await pictured(await visitor.newLogo('#0000ff', 480));
    const pictures = service.app.get(Pictures);
    const draw = pictures.draw.bind(pictures);
    let tries = 0;
    const spy = jest.spyOn(pictures, 'draw').mockImplementation((drawing) => {
      if (!drawing.overlay) return draw(drawing);
      tries++;
      return Promise.reject(new PictureFault('too_slow', 'filters'));
    });
    for (const { path, instead } of [...pages, ...pages]) {
      const { body, headers } = await visitor.openPicture(path).expect(200);
      expect((body as Buffer).equals(instead)).toBe(true);
      // Later it may be drawn.
      expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    }
    expect(tries).toBe(1);
    spy.mockRestore();
    service.app.get(DrawnPictures)['failedLogos'].clear();
    const { body, headers } = await visitor.openPicture(pages[0]!.path).expect(200);
    expect(await coloursIn(body as Buffer, LOGO)).toEqual(new Set(['#0000ff']));
    expect(headers['cache-control']).toContain('immutable');
  });

  it('may be one whose file is longer than it was', async () => {
    const logoAssetId = await visitor.newLogo('#00ffff', 480);
    const [{ path, instead }] = (await pictured(logoAssetId)) as [{ path: string; instead: Buffer }];
    const { rows } = await service.pool.query<{ id: string }>(
      `select file_id as id from asset_variant where asset_id = $1 union all select file_id from asset where id = $1`,
      [uuidOf('asset', logoAssetId)],
    );
    for (const { id } of rows) await appendFile(join(service.dataDir, 'files', storedAt(id)), 'x');
    expect((await visitor.bytesOf(path)).equals(instead)).toBe(true);
  });
});
