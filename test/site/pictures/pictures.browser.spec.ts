import { made } from '../../assets/support.js';
import { inBrowser } from '../../support/browser.js';
import { useTestService } from '../../support/test-service.js';
import { COUNT_SHIFTS, painted } from '../seen-page.js';
import { SiteVisitor } from '../site-visitor.js';

const used = useTestService();
const { service } = used;
const visitor = new SiteVisitor(used);

const DRAWING = (width: number, height: number) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="99" height="99"/></svg>`,
  );

const UNSIZED = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect width="99" height="99"/></svg>');

/** A brand has pictures of its own. */
const UNBRANDED = { brandId: 'no-brand' };

const RUN = 'window.ran=1';

/** What would run if it was taken for more than a text in an attribute. */
const PAYLOADS = [
  `"><img src=x onerror=${RUN}>`,
  `" onload="${RUN}" x="`,
  `' onload='${RUN}' x='`,
  `&quot; onload=&quot;${RUN}`,
  `</p><script>${RUN}</script>`,
];

const urlsWith = (assetId: string, text: string) => [
  `asset:${assetId}${text}`,
  `asset:${text}`,
  `<asset:${assetId} ${text}>`,
  `<asset:${assetId}> "${text}"`,
  `asset:${assetId} '${text}'`,
  `https://other.example/${text}`,
  `javascript:${RUN}`,
];

inBrowser('pictures in texts', (newPage) => {
  let assetId: string;
  beforeAll(async () => {
    ({ assetId } = await made(service, { content: DRAWING(3000, 1500) }));
  });

  it.each([390, 768, 1440])('fit into a screen of %i pixels, and nothing else is loaded', async (width) => {
    const body = `# A\n\n![Wide](asset:${assetId})\n\nText\n\n![Elsewhere](https://other.example/x.png)`;
    await visitor.shown(`/wide-${width}`, { ...UNBRANDED, body });
    const { page, troubles } = await newPage({ viewport: { width, height: 2000 } });
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    await page.goto(`${service.siteUrl}/home/wide-${width}`);
    await page.evaluate('Promise.all([...document.images].map((image) => image.decode()))');
    const images = await page.evaluate<{ alt: string; natural: number; width: number; ratio: number }[]>(
      `[...document.images].map((image) => ({ alt: image.alt, natural: image.naturalWidth, width: image.width,
        ratio: image.width / image.height }))`,
    );
    expect(images).toEqual([
      { alt: 'Wide', natural: 3000, width: expect.any(Number), ratio: expect.closeTo(2, 1) },
    ]);
    expect(images[0]!.width).toBeLessThanOrEqual(width);
    expect(images[0]!.width).toBeGreaterThan(300);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect([...hosts]).toEqual([new URL(service.siteUrl).host]);
    expect(troubles).toEqual([]);
  });

  it('move nothing below them, also if their size is unknown before they are loaded', async () => {
    const { brandId } = (
      await used.api.post('/v0/brands', { key: 'open', name: 'Open', showsForeignImages: true }).expect(201)
    ).body;
    const unsized = await made(service, { content: UNSIZED });
    const images = [`asset:${unsized.assetId}`, 'https://other.example/a.svg', 'https://other.example/b.svg'];
    const body = images.map((url) => `![A](${url})\n\nText below`).join('\n\n');
    await visitor.shown('/unsized', { brandId, body });
    const { page } = await newPage({ viewport: { width: 800, height: 4000 } });
    let send = () => {};
    const sent = new Promise<void>((resolve) => (send = resolve));
    const isPicture = ({ pathname }: URL) => pathname.endsWith('.svg') || pathname.includes('/_foyer/files/');
    await page.route(isPicture, async (route) => {
      await sent;
      if (route.request().url().startsWith(service.siteUrl)) return route.continue();
      const drawn = route.request().url().endsWith('b.svg') ? DRAWING(90, 20) : DRAWING(900, 2000);
      await route.fulfill({ contentType: 'image/svg+xml', body: drawn });
    });
    await page.addInitScript(COUNT_SHIFTS);
    await page.goto(`${service.siteUrl}/home/unsized`, { waitUntil: 'commit' });
    await page.locator('.prose img').last().waitFor({ state: 'attached' });
    await painted(page);
    send();
    await page.evaluate('Promise.all([...document.images].map((image) => image.decode()))');
    await painted(page);
    expect(await page.evaluate('shifts')).toEqual([]);
  });

  it('are not loaded before they are near', async () => {
    await visitor.shown('/far', { ...UNBRANDED, body: `${'Text\n\n'.repeat(2000)}![Far](asset:${assetId})` });
    const { page } = await newPage({ viewport: { width: 800, height: 600 } });
    const files: string[] = [];
    page.on('request', (request) => request.resourceType() === 'image' && files.push(request.url()));
    await page.goto(`${service.siteUrl}/home/far`, { waitUntil: 'networkidle' });
    const ofFiles = () => files.filter((url) => url.includes('/_foyer/files/'));
    expect(ofFiles()).toEqual([]);
    await page.locator('img').scrollIntoViewIfNeeded();
    await page.evaluate('document.images[0].decode()');
    expect(ofFiles()).toHaveLength(1);
  });

  it('run nothing, whatever their description or address is', async () => {
    const body = PAYLOADS.flatMap((text) => [
      `![${text}](asset:${assetId})`,
      ...urlsWith(assetId, text).map((url) => `![a](${url})`),
      ...urlsWith(assetId, text).map((url) => `[b](${url})`),
    ]).join('\n\n');
    await visitor.shown('/payloads', { ...UNBRANDED, body });
    const { page, troubles } = await newPage({ viewport: { width: 800, height: 20_000 } });
    await page.goto(`${service.siteUrl}/home/payloads`, { waitUntil: 'networkidle' });
    for (const element of await page.locator('.prose img, .prose a').all()) await element.hover();
    expect(await page.evaluate('window.ran')).toBeUndefined();
    expect(await page.evaluate(`document.querySelectorAll('.prose img').length`)).toBeGreaterThan(
      PAYLOADS.length,
    );
    const attributes = await page.evaluate<string[]>(
      `[...new Set([...document.querySelectorAll('.prose *')].flatMap((each) => each.getAttributeNames()))].sort()`,
    );
    expect(attributes).toEqual(['alt', 'decoding', 'dir', 'height', 'href', 'loading', 'src', 'width']);
    expect(troubles).toEqual([]);
  });
});
