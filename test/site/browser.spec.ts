import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { inBrowser } from '../support/browser.js';
import { useTestService } from '../support/test-service.js';
import { action } from '../pages/records.js';
import { SiteVisitor } from './site-visitor.js';

const used = useTestService();
const { service, api } = used;
const visitor = new SiteVisitor(used);

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const WIDTHS = [360, 768, 1440];
const SCHEMES = ['light', 'dark'] as const;
const PAGES = ['rich', 'little'];
const VIEWS = PAGES.flatMap((path) =>
  SCHEMES.flatMap((scheme) => WIDTHS.map((width) => [path, width, scheme] as const)),
);

const COUPON = 'SPRING-24';

const RICH = {
  body: [
    '## What you get\n\nFoyer greets **each visitor** by what they _care_ about: see [the tour](https://example.com/tour).',
    '| Plan | Pages | What is included in it | Price |\n| :--- | :---: | --- | ---: |\n| Small | 10 | `npm start`, and a [`guide`](https://example.com/guide) | 12 € |',
    '1. Write it\n2. Publish it\n   - or later\n\n> It took us a day.\n> — Grace',
    '```sh\ncurl -H "x-api-key: $KEY" https://api.example.com/v0/pages/page_01je7nqt00e008000000000001/audiences\n```',
    '### In short\n\n[![A chart](https://example.com/chart.png)](https://example.com/numbers)\n\n---\n\nThat is all.',
  ].join('\n\n'),
  metadata: {
    ...{ title: 'Pages that know whom they speak to', description: 'What Acme gains from personalised pages.' },
    // The lightest that can be read as text on white: on anything darker it can't.
    ...{ themeColor: '#767676', ogSiteName: 'Acme' },
  },
  actions: [
    action('demo'),
    { ...action('form'), purpose: 'Ask us', buttonTitle: 'Write to us', actionType: 'submit_form' },
    { ...action('code'), purpose: 'A tenth off', buttonTitle: 'Copy', actionType: 'copy_text', url: COUPON },
  ],
  headerActionId: 'demo',
  actionCardWidgets: [
    { type: 'logo_marquee', title: 'They trust us', logos: ['Globex', 'Initech', 'Hooli'].map(logo) },
    { type: 'video', title: 'Two minutes', url: 'https://example.com/tour.mp4' },
    { type: 'video', title: 'Where it is explained', url: 'https://example.com/watch?v=1' },
  ],
  footerLinks: ['Legal', 'Company', 'Help'].map(footerGroup),
};

inBrowser('a page of the site in the browser', (newPage) => {
  beforeAll(async () => {
    const { body: topic } = await api.post('/v0/topics', { title: 'How do I begin?' }).expect(201);
    for (const content of ['Write a page.', 'What does it cost?\nNothing, for a [month](https://example.com).'])
      await api
        .post(`/v0/topics/${topic.topicId}/entries`, { content: { type: 'markdown', content } })
        .expect(201);
    const ada = { name: 'Ada Lovelace', email: 'ada@engines.example' };
    const { body: person } = await api.post('/v0/persons', ada).expect(201);
    await visitor.shown('/rich', RICH, { personId: person.personId });
    await visitor.shown('/little');
  });

  const urlOf = (path: string) => `${service.siteUrl}/home/${path}`;

  it.each(VIEWS)('%s at %i px, %s, fits, stays where it is, and can be used by all', async (path, width, scheme) => {
    const { page, troubles } = await newPage({ viewport: { width, height: 900 }, colorScheme: scheme });
    await page.addInitScript(COUNT_SHIFTS);
    await page.goto(urlOf(path));
    await showAll(page);
    await page.screenshot({ path: `/tmp/shots/b/${path}-${width}-${scheme}.png`, fullPage: true }); // SHOT
    expect(await page.evaluate('shifts')).toEqual([]);
    expect(await page.locator('h1').count()).toBe(1);
    await expectNoSidewaysScroll(page);
    expect(troubles).toEqual([]);
    expect(await seriousFindings(page)).toEqual([]);
  });
});

const COUNT_SHIFTS = `window.shifts = [];
  new PerformanceObserver((list) => shifts.push(...list.getEntries().map((each) => each.value)))
    .observe({ type: 'layout-shift', buffered: true });`;

/** Scrolls to where pictures are loaded late, waits for them, and for a frame after that. */
async function showAll(page: Page): Promise<void> {
  for (const image of await page.locator('img').all()) await image.scrollIntoViewIfNeeded();
  await page.waitForFunction('[...document.images].every((image) => image.complete)');
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
}

interface Finding {
  id: string;
  impact: string;
  nodes: { html: string; failureSummary: string }[];
}

/** With every answer open. */
async function seriousFindings(page: Page): Promise<unknown[]> {
  await page.evaluate(`document.querySelectorAll('details').forEach((each) => { each.open = true })`);
  await page.evaluate(AXE);
  const findings = await page.evaluate<Finding[]>(`axe.run().then(({ violations }) => violations)`);
  return findings
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => [id, html, failureSummary]));
}

function logo(name: string): object {
  return { image: { altText: name, url: `https://example.com/${name}.png`, fileId: '', assetId: '' } };
}

function footerGroup(title: string): object {
  const links = ['Imprint', 'Privacy'].map((text) => ({ id: text, text, url: `https://example.com/${text}` }));
  return { id: title, title, links };
}
