import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { made } from '../../assets/support.js';
import { action } from '../../pages/records.js';
import { inBrowser } from '../../support/browser.js';
import { useTestService } from '../../support/test-service.js';
import { until } from '../../support/until.js';
import { SiteVisitor } from '../site-visitor.js';
import { startSlowServer } from '../slow-server.js';

const used = useTestService();
const { service } = used;
const visitor = new SiteVisitor(used);

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const DRAWING = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="2400"><rect width="1600" height="2400" fill="#7fb7be"/></svg>',
);

const logo = (at: number) => ({
  image: { altText: `Logo ${at}`, url: `https://example.com/${at}.png`, fileId: '', assetId: '' },
});
const logos = (count: number) => ({
  ...{ type: 'logo_marquee', title: `They are ${count}`, url: '' },
  logos: Array.from({ length: count }, (_, at) => logo(at)),
});

const LONG = 'A long text.\n\n'.repeat(60);

/** Thirteen slides; the fifth one is higher than the screen. */
const CONTENT = {
  ...{ brandId: 'no-brand', pageType: 'sales_deck', language: 'en', body: '# In short\n\nA text' },
  metadata: { title: 'A deck', ogSiteName: 'Acme' },
  actions: [action('demo'), { ...action('form'), actionType: 'submit_form' }],
  actionCardWidgets: [
    logos(1),
    logos(20),
    { type: 'video', title: 'Two minutes', url: 'https://example.com/tour.mp4', logos: [] },
    { type: 'video', title: 'Where it is explained', url: 'https://example.com/watch', logos: [] },
  ],
};
const COUNT = 13;
const LONG_SLIDE = 5;

inBrowser('a sales deck', (newPage) => {
  beforeAll(async () => {
    const { assetId } = await made(service, { content: DRAWING });
    const picture = { assetId, altText: 'A tower' };
    const blocks = [
      { type: 'picture', picture, caption: 'Seen from below' },
      { type: 'picture_text', picture, pictureSide: 'end', title: 'Beside it', text: 'A *text*' },
      { type: 'text', title: 'Much to read', text: LONG },
      { type: 'quote', quote: 'It took a day', name: 'Grace', portrait: picture },
      { type: 'steps', title: 'How', steps: [{ title: 'Write' }, { title: 'Send', text: 'it' }] },
    ];
    await visitor.shown('/deck', { ...CONTENT, blocks, coverImage: picture });
    const few = { ...CONTENT, blocks, actionCardWidgets: [], body: undefined };
    await visitor.shown('/arabic', { ...few, language: 'ar' });
    await visitor.shown('/custom', { ...CONTENT, blocks, pageType: 'custom' });
    await visitor.shown('/paper', { ...few, blocks: blocks.filter(({ text }) => text !== LONG) });
  });

  const open = async (path: string, options = {}) => {
    const visited = await newPage({ viewport: { width: 1440, height: 900 }, ...options });
    await visited.page.goto(`${service.siteUrl}/home/${path}`);
    return visited;
  };

  it('is turned with keys, and says where it is', async () => {
    const { page, troubles } = await open('deck');
    expect(await page.locator('.slide').count()).toBe(COUNT);
    const turns: [key: string, slide: number][] = [
      ['ArrowRight', 2],
      ['PageDown', 3],
      ['ArrowDown', 4],
      ['ArrowLeft', 3],
      ['PageUp', 2],
      ['ArrowUp', 1],
      ['ArrowLeft', 1],
      ['End', COUNT],
      ['ArrowRight', COUNT],
      ['Home', 1],
    ];
    for (const [key, slide] of turns) {
      await page.keyboard.press(key);
      expect([key, await placeOf(page)]).toEqual([
        key,
        { focused: `slide-${slide}`, progress: slide, top: 0 },
      ]);
    }
    const second = page.getByRole('group', { name: `Slide 2 of ${COUNT}` });
    expect(await second.getAttribute('id')).toBe('slide-2');
    expect(troubles).toEqual([]);
  });

  it('lets keys scroll to the end of a long slide before they turn it', async () => {
    const { page } = await open(`deck#slide-${LONG_SLIDE}`);
    // It is scrolled to smoothly.
    await until(async () => (await placeOf(page)).top === 0);
    await page.keyboard.press('PageDown');
    await until(() =>
      page.evaluate(`document.querySelector('#slide-${LONG_SLIDE}').getBoundingClientRect().top < -100`),
    );
    expect(await page.evaluate(`document.querySelector('.progress').value`)).toBe(LONG_SLIDE);
    await page.evaluate(
      `document.querySelector('#slide-${LONG_SLIDE}').scrollIntoView({ block: 'end', behavior: 'instant' })`,
    );
    await page.keyboard.press('PageDown');
    expect((await placeOf(page)).focused).toBe(`slide-${LONG_SLIDE + 1}`);
  });

  it('leaves fields, videos and combined keys alone', async () => {
    const { page } = await open('deck');
    const field = page.locator('input[type=email]');
    await field.fill('ada');
    await field.press('ArrowLeft');
    await field.press('Home');
    await page.keyboard.type('x');
    expect(await field.inputValue()).toBe('xada');
    await page.locator('video').focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('VIDEO');
    await page.locator('#slide-1').focus();
    for (const key of ['Control+ArrowRight', 'Shift+End', 'Alt+ArrowDown']) await page.keyboard.press(key);
    expect((await placeOf(page)).focused).toBe('slide-1');
  });

  it('is turned to the left where the text begins on the right', async () => {
    const { page } = await open('arabic');
    await page.keyboard.press('ArrowLeft');
    expect((await placeOf(page)).focused).toBe('slide-2');
    await page.keyboard.press('ArrowRight');
    expect((await placeOf(page)).focused).toBe('slide-1');
  });

  it('needs no script: links turn its slides', async () => {
    const { page } = await open('deck', { javaScriptEnabled: false });
    await page.locator('#slide-1').getByRole('link', { name: 'Next slide' }).click();
    expect(page.url()).toContain('#slide-2');
    await page.locator('#slide-2').getByRole('link', { name: 'Previous slide' }).click();
    expect(page.url()).toContain('#slide-1');
    expect(await page.locator('.progress').isVisible()).toBe(false);
  });

  it.each(['A4', 'Letter'])('prints a slide on each sheet of %s', async (format) => {
    const { page } = await open('paper');
    await page.evaluate(LOAD_ALL);
    const slides = await page.locator('.slide').count();
    const pdf = (await page.pdf({ format, landscape: true })).toString('latin1');
    expect(pdf.match(/\/Type ?\/Page\b(?!s)/g)).toHaveLength(slides);
    const css = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const [, width, height] = /\/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]/.exec(css)!;
    expect(Number(width)).toBeGreaterThan(Number(height));
  });

  it.each(['deck', 'arabic', 'custom'])('%s fits all screens, and all can use it', async (path) => {
    const { page, troubles } = await open(path);
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [390, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await page.goto(`${service.siteUrl}/home/${path}`);
        await page.evaluate(LOAD_ALL);
        await page.evaluate(AXE);
        const seen = {
          sideways: await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
          findings: await page.evaluate(FINDINGS),
          troubles,
        };
        expect([width, colorScheme, seen]).toEqual([
          width,
          colorScheme,
          { sideways: 0, findings: [], troubles: [] },
        ]);
      }
  });

  it.each(['deck', 'custom'])('%s stays where it is while it arrives', async (path) => {
    const { headers, text } = await visitor.open(`/home/${path}`).expect(200);
    const policy = { 'content-security-policy': headers['content-security-policy']! };
    await using slow = await startSlowServer(text, policy, service.siteUrl);
    const { page } = await newPage({ viewport: { width: 1440, height: 8000 } });
    await page.addInitScript(
      `window.shifts = []; new PerformanceObserver((list) => shifts.push(...list.getEntries().flatMap(({ sources }) =>
        sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? 'gone').slice(0, 120)))))
        .observe({ type: 'layout-shift', buffered: true })`,
    );
    await page.goto(slow.url, { waitUntil: 'commit' });
    await slow.sendInSteps(() => page.evaluate(PAINTED));
    await page.waitForLoadState();
    await page.evaluate(PAINTED);
    expect(await page.evaluate('shifts')).toEqual([]);
  });
});

const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

const LOAD_ALL = `Promise.all([...document.images].map((image) => { image.loading = 'eager'; return image.decode() }))`;

const FINDINGS = `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) =>
  nodes.map(({ html, failureSummary }) => [id, html, failureSummary])))`;

function placeOf(page: Page): Promise<{ focused: string; progress: number; top: number }> {
  return page.evaluate(`({
    focused: document.activeElement.id,
    progress: document.querySelector('.progress').value,
    top: Math.round(document.activeElement.getBoundingClientRect().top),
  })`);
}
