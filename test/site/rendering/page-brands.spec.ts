import { hash } from 'node:crypto';
import type { BrandView } from '../../../src/modules/brands/brands.dto.js';
import { exampleId } from '../../../src/shared/kernel/example-ids.js';
import { uuidOf } from '../../../src/shared/kernel/ids.js';
import { CONTENT, made } from '../../assets/support.js';
import { pathOf } from '../../pages/records.js';
import { animationOf, svgOf } from '../../support/picture-files.js';
import { useTestService } from '../../support/test-service.js';
import { until } from '../../support/until.js';
import { SiteVisitor } from '../site-visitor.js';

const used = useTestService({ ROLE: 'all' });
const { service, api, strangerApi } = used;
const visitor = new SiteVisitor(used);

let count = 0;

async function newBrand(body: object = {}): Promise<BrandView & { path: string }> {
  const given = { key: `site-${++count}`, name: `Brand ${count}`, ...body };
  const brand = (await api.post('/v0/brands', given).expect(201)).body as BrandView;
  return { ...brand, path: `/v0/brands/${brand.brandId}` };
}

/** The HTML of a new page with this `brandId`. */
async function htmlWith(brandId: string, page: object = {}): Promise<string> {
  const path = `/branded-${++count}`;
  await visitor.shown(path, { brandId, ...page });
  return (await visitor.open(`/home${path}`).expect(200)).text;
}

const styleOf = (html: string) => /<style>(.*?)<\/style>/s.exec(html)![1]!;

const FULL = {
  ...{ legalName: 'Full <Ltd.>', address: '1 Main Street\nSpringfield' },
  ...{ logoAssetId: exampleId('asset', 4), darkLogoAssetId: exampleId('asset', 5) },
  ...{ iconAssetId: exampleId('asset', 6), accentColor: '#9f1239', groundColor: '#fffbeb' },
  ...{ typeface: 'source-serif-4', corners: 'sharp', language: 'pt-BR' },
  footerLinks: [{ label: 'Imprint', url: 'https://example.com/imprint' }],
};

describe('a page that names a brand', () => {
  it('by its key or its id shows it', async () => {
    const { brandId, key, name } = await newBrand(FULL);
    for (const named of [key, brandId]) {
      const html = await htmlWith(named);
      expect(html).toContain('<html lang="pt-BR" dir="ltr">');
      expect(html).toMatch(
        /<source media="\(prefers-color-scheme: dark\)" srcset="\/_foyer\/files\/[\w-]+"\/>/,
      );
      expect(html).toMatch(new RegExp(`<img class="logo" src="/_foyer/files/[\\w-]+" alt="${name}"`));
      expect(html).toMatch(/<link rel="icon" href="\/_foyer\/files\/[\w-]+" type="image\/svg\+xml"\/>/);
      expect(html).toContain(
        '<address dir="auto"><strong>Full &lt;Ltd.></strong>\n1 Main Street\nSpringfield</address>',
      );
      expect(html).toContain('<a href="https://example.com/imprint">Imprint</a>');
      expect(styleOf(html)).toContain('--brand:#9f1239');
      expect(styleOf(html)).toContain('--paper:#fffbeb');
      expect(styleOf(html)).toContain('--corners:0;');
      expect(styleOf(html)).toContain('--font:"Source Serif 4"');
    }
  });

  it('has a policy for the style of that brand alone', async () => {
    const { key } = await newBrand(FULL);
    await visitor.shown('/policy', { brandId: key });
    const { text, headers } = await visitor.open('/home/policy').expect(200);
    const policy = headers['content-security-policy']!;
    expect(policy).toContain(`style-src 'sha256-${hash('sha256', styleOf(text), 'base64')}';`);
    expect(policy).toContain(`font-src 'self';`);
  });

  it('keeps what it states itself: language, theme colour and footer', async () => {
    const { key } = await newBrand(FULL);
    const links = [{ id: 'own', text: 'Own link', url: 'https://example.com/own' }];
    const html = await htmlWith(key, {
      language: 'de',
      metadata: { themeColor: '#123456' },
      footerLinks: [{ id: 'own', title: 'Own', links }],
    });
    expect(html).toContain('<html lang="de"');
    expect(styleOf(html)).toContain('--brand:#123456');
    expect(html).toContain('Own link');
    expect(html).not.toContain('Imprint');
    expect(html).toContain('1 Main Street');
  });

  it('shows the name in the header if there is no logo, and a bitmap as touch icon', async () => {
    const { assetId } = await made(service, { content: CONTENT.png, fields: { type: 'icon' } });
    const { key, name } = await newBrand({ iconAssetId: assetId });
    const html = await htmlWith(key);
    expect(html).toContain(`<strong dir="auto">${name}</strong>`);
    expect(html).toMatch(/<link rel="apple-touch-icon" href="\/_foyer\/files\/[\w-]+"\/>/);
  });

  it('shows the logo for dark backgrounds alone if the ground of the brand is dark', async () => {
    const { key } = await newBrand({ ...FULL, groundColor: '#1e1b4b' });
    const darkOnly = await newBrand({ logoAssetId: FULL.darkLogoAssetId });
    const html = await htmlWith(key);
    const logoIn = (text: string) => /<img class="logo" src="([^"]+)"/.exec(text)![1];
    expect(logoIn(html)).toBe(logoIn(await htmlWith(darkOnly.key)));
    expect(html).not.toContain('<source media');
    expect(styleOf(html)).toContain('color-scheme:dark;');
  });

  it('shows the name on light ground if there is a logo for dark backgrounds alone', async () => {
    const { key, name } = await newBrand({ darkLogoAssetId: FULL.darkLogoAssetId });
    const html = await htmlWith(key);
    expect(html).toContain(`<strong dir="auto">${name}</strong>`);
    expect(html).not.toContain('class="logo"');
    const dark = await newBrand({ darkLogoAssetId: FULL.darkLogoAssetId, groundColor: '#1e1b4b' });
    const onDark = await htmlWith(dark.key);
    expect(onDark).toContain('<img class="logo"');
    expect(onDark).not.toContain(`<strong dir="auto">${dark.name}</strong>`);
  });

  it('shows it in a preview, too', async () => {
    const { key } = await newBrand(FULL);
    const audience = await visitor.audience({}, (await visitor.page({ brandId: key })).pageId);
    const { text } = await visitor.open(await visitor.previewPath(audience)).expect(200);
    expect(styleOf(text)).toContain('--brand:#9f1239');
  });

  it('loads the pictures of the brand from the site', async () => {
    const { key } = await newBrand(FULL);
    const [url] = /\/_foyer\/files\/[\w-]+/.exec(await htmlWith(key))!;
    const { headers } = await visitor.open(url).expect(200);
    expect(headers['content-type']).toBe('image/svg+xml');
  });
});

describe('a page that names no brand of its tenant', () => {
  it('looks as one without a brand', async () => {
    const theirs = (
      await strangerApi.post('/v0/brands', { key: 'theirs', name: 'Theirs', ...NO_ASSETS }).expect(201)
    ).body as BrandView;
    const plain = styleOf(await htmlWith('nothing'));
    for (const named of ['', 'theirs', theirs.brandId, exampleId('brand', 77)])
      expect(styleOf(await htmlWith(named))).toBe(plain);
  });
});

const NO_ASSETS = { accentColor: '#9f1239', typeface: 'inter' };

describe('a change of a brand', () => {
  it('is seen on its pages within a second', async () => {
    const brand = await newBrand({ accentColor: '#111111' });
    await visitor.shown('/changing', { brandId: brand.key });
    await visitor.open('/home/changing').expect(200);
    const start = performance.now();
    await api.patch(brand.path, { accentColor: '#222222' }).expect(200);
    await until(async () => (await visitor.open('/home/changing')).text.includes('--brand:#222222'));
    // A busy machine may take longer to answer, but not to notice.
    expect(performance.now() - start).toBeLessThan(1500);
  });

  it('is a new URL if its logo changes', async () => {
    const brand = await newBrand({ logoAssetId: exampleId('asset', 4) });
    await visitor.shown('/logo', { brandId: brand.key });
    const logoIn = (html: string) => /<img class="logo" src="([^"]+)"/.exec(html)?.[1];
    const before = logoIn((await visitor.open('/home/logo')).text);
    await api.patch(brand.path, { logoAssetId: exampleId('asset', 5) }).expect(200);
    await until(async () => {
      const now = logoIn((await visitor.open('/home/logo')).text);
      return now !== undefined && now !== before;
    });
  });
});

describe('a picture of a brand that is moved to the trash', () => {
  it.each([
    ['logoAssetId', 'logo', /<img class="logo"/],
    ['darkLogoAssetId', 'logo', /<img class="logo"/, { groundColor: '#101030' }],
    ['iconAssetId', 'icon', /<link rel="icon" href="\/_foyer/],
  ])(
    'as %s is gone from pages within a second, and back as soon after its return',
    async (field, type, shown, more: object = {}) => {
      const { assetId } = await made(service, { content: CONTENT.png, fields: { type } });
      const { key } = await newBrand({ [field]: assetId, ...more });
      const path = `/trashed-${++count}`;
      await visitor.shown(path, { brandId: key });
      const isShown = async () => shown.test((await visitor.open(`/home${path}`).expect(200)).text);
      expect(await isShown()).toBe(true);
      await api.delete(`/v0/assets/${assetId}`).expect(200);
      await until(async () => !(await isShown()));
      await api.post(`/v0/assets/trash/${assetId}/restore`).expect(200);
      await until(isShown);
    },
  );
});

describe('an icon', () => {
  it.each([
    ['an SVG', 'image/svg+xml', async () => svgOf('', 'viewBox="0 0 200 200"')],
    ['an animation', 'image/gif', () => animationOf('gif', 3, 200)],
  ])(
    'that is %s has a touch icon as soon as it is made, which is gone in the trash',
    async (_, type, file) => {
      const content = await file();
      const { assetId } = await made(service, { content, fields: { type: 'icon' } });
      const { key } = await newBrand({ iconAssetId: assetId });
      const body = `![An icon](asset:${assetId})`;
      const path = `/touch-${++count}`;
      await visitor.shown(path, { brandId: key, body });
      const html = await until(async () => {
        const { text } = await visitor.open(`/home${path}`).expect(200);
        return text.includes('apple-touch-icon') && text;
      });
      expect(html).toMatch(/<link rel="icon" href="[^"]+" type="image/);
      expect(html).toContain(`type="${type}"/>`);
      // Not a smaller file of the picture.
      expect(html).not.toContain('srcset');
      const [, url] = /<link rel="apple-touch-icon" href="([^"]+)"\/>/.exec(html)!;
      const { headers, body: bytes } = await visitor.open(url!).expect(200);
      expect(headers['content-type']).toBe('image/png');
      expect((bytes as Buffer).readUInt32BE(16)).toBe(180);
      await api.delete(`/v0/assets/${assetId}`).expect(200);
      await until(async () => (await visitor.open(url!)).status === 404);
    },
  );
});

describe('a version', () => {
  it('keeps the brand that its page named when it was composed', async () => {
    const [first, second] = [
      await newBrand({ accentColor: '#0000aa' }),
      await newBrand({ accentColor: '#00aa00' }),
    ];
    const audience = await visitor.shown('/kept-brand', { brandId: first.key });
    await api.patch(`/v0/pages/${audience.pageId}`, { brandId: second.key }).expect(200);
    expect((await visitor.open('/home/kept-brand')).text).toContain('--brand:#0000aa');
    await visitor.version(audience);
    await until(async () => (await visitor.open('/home/kept-brand')).text.includes('--brand:#00aa00'));
    const [earliest] = await visitor.versions(audience);
    await api.post(`${pathOf(audience)}/versions/${earliest!.versionId}/rollback`).expect(201);
    await until(async () => (await visitor.open('/home/kept-brand')).text.includes('--brand:#0000aa'));
  });

  it('of an earlier release shows the brand that its page names now', async () => {
    const [first, second] = [
      await newBrand({ accentColor: '#0000aa' }),
      await newBrand({ accentColor: '#00aa00' }),
    ];
    const audience = await visitor.shown('/earlier', { brandId: first.key });
    await service.pool.query('update audience_version set brand_id = null where audience_id = $1', [
      uuidOf('audience', audience.audienceId),
    ]);
    await api.patch(`/v0/pages/${audience.pageId}`, { brandId: second.key }).expect(200);
    expect((await visitor.open('/home/earlier')).text).toContain('--brand:#00aa00');
  });
});

describe('a typeface', () => {
  it.each(['inter', 'source-sans-3', 'source-serif-4', 'roboto-slab'])(
    '%s is served by the site',
    async (typeface) => {
      const { key } = await newBrand({ typeface });
      const html = await htmlWith(key);
      const files = html.match(/(?<=src:url\()[^)]+/g)!;
      expect(files).toHaveLength(2);
      expect(html).toContain(
        `<link rel="preload" as="font" type="font/woff2" crossorigin="anonymous" href="${files[0]}"/>`,
      );
      for (const url of files) {
        const { body, headers } = await visitor.open(url).responseType('blob').expect(200);
        expect(body.subarray(0, 4).toString()).toBe('wOF2');
        expect(headers).toMatchObject({
          'content-type': 'font/woff2',
          'cache-control': 'public, max-age=31536000, immutable',
          'access-control-allow-origin': '*',
        });
      }
      expect(styleOf(html)).toMatch(/size-adjust:[\d.]+%;ascent-override:[\d.]+%/);
    },
  );

  it('loads the file with other Latin letters early, if the page has such letters', async () => {
    const { key } = await newBrand({ typeface: 'inter' });
    const preloaded = (html: string) => html.match(/<link rel="preload"/g)?.length;
    expect(preloaded(await htmlWith(key, { name: 'Café' }))).toBe(1);
    expect(preloaded(await htmlWith(key, { name: 'Łódź' }))).toBe(2);
  });

  it('that does not exist is not found', async () => {
    await visitor.open('/_foyer/fonts/inter-latin-000000000000.woff2').expect(404);
    await visitor.open('/_foyer/fonts/..%2f..%2fpackage.json').expect(404);
  });
});
