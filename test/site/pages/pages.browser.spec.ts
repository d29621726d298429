import { inBrowser } from '../../support/browser.js';
import { useTestService } from '../../support/test-service.js';
import { action } from '../../pages/records.js';
import { COUNT_SHIFTS, findings, OPEN_ALL, painted, SIDEWAYS } from '../seen-page.js';
import { SiteVisitor } from '../site-visitor.js';
import { startSlowServer } from '../slow-server.js';

const used = useTestService();
const { service, api } = used;
const visitor = new SiteVisitor(used);

const WIDTHS = [360, 768, 1440];
const SCHEMES = ['light', 'dark'] as const;
const VIEWS = SCHEMES.flatMap((scheme) => WIDTHS.map((width) => [width, scheme] as const));

const COUPON = 'SPRING-24';
/** Its card is higher than the one beside it. */
const LONG_OFFER = 'A tenth off, for all who come from here and stay until the end of the month';

const RICH = {
  brandId: 'no-brand',
  body: [
    '## What you get\n\nFoyer greets **each visitor** by what they _care_ about: see [the tour](https://example.com/tour).',
    '| Plan | Pages | What is included in it | Price |\n| :--- | :---: | --- | ---: |\n| Small | 10 | `npm start`, and a [`guide`](https://example.com/guide) | 12 € |',
    '1. Write it\n2. Publish it\n   - or later\n\n> It took us a day.\n> — Grace',
    '```sh\ncurl -H "x-api-key: $KEY" https://api.example.com/v0/pages/page_01je7nqt00e008000000000001/audiences\n```',
    '### In short\n\n[![A chart](https://example.com/chart.png)](https://example.com/numbers)\n\n---\n\nThat is all.',
  ].join('\n\n'),
  metadata: {
    ...{
      title: 'Pages that know whom they speak to',
      description: 'What Acme gains from personalised pages.',
    },
    // The lightest that can be read as text on white: on anything darker it can't.
    ...{ themeColor: '#767676', ogSiteName: 'Acme' },
  },
  actions: [
    action('demo'),
    { ...action('form'), purpose: 'Ask us', buttonTitle: 'Write to us', actionType: 'submit_form' },
    { ...action('code'), purpose: LONG_OFFER, buttonTitle: 'Copy', actionType: 'copy_text', url: COUPON },
  ],
  headerActionId: 'form',
  actionCardWidgets: [
    { type: 'logo_marquee', title: 'They trust us', logos: ['Globex', 'Initech', 'Hooli'].map(logo) },
    { type: 'video', title: 'Two minutes', url: 'https://example.com/tour.mp4' },
    { type: 'video', title: 'Where it is explained', url: 'https://example.com/watch?v=1' },
  ],
  footerLinks: [
    ...['Legal', 'Company'].map((title) => footerGroup(title)),
    { id: 'help', title: 'Help', links: [{ id: 'coupon', text: 'The coupon', url: '#action-2' }] },
  ],
};

/** Texts that may be empty are. */
const LITTLE = {
  brandId: 'no-brand',
  actions: ['open_url', 'copy_text'].map((actionType) => ({
    ...{ actionId: actionType, purpose: '', buttonTitle: '', actionType, url: 'https://example.com' },
  })),
  headerActionId: 'open_url',
  actionCardWidgets: [{ type: '', title: '', logos: [logo('')] }],
  footerLinks: [footerGroup('', '')],
};

const WORD = 'w'.repeat(200);

/** The same everywhere: what is shown as a text is this word. */
const LONG = {
  name: WORD,
  body: [WORD, `# ${WORD}`, `- ${WORD}\n\n> ${WORD}\n\n\`${WORD}\` [${WORD}](https://example.com/${WORD})`]
    .concat([`| ${WORD} | ${WORD} |\n| --- | --- |\n| ${WORD} | ${WORD} |`, `\`\`\`\n${WORD}\n\`\`\``])
    .join('\n\n'),
  metadata: { description: WORD, ogSiteName: WORD },
  actions: RICH.actions.map((each) => ({ ...each, purpose: WORD, buttonTitle: WORD, url: WORD })),
  headerActionId: 'demo',
  actionCardWidgets: [
    { type: 'logo_marquee', title: WORD, logos: [logo(WORD)] },
    { type: 'video', title: WORD, url: `https://example.com/${WORD}` },
    { type: 'video', title: '', url: `https://example.com/${WORD}` },
  ],
  footerLinks: [footerGroup(WORD, WORD)],
};

/** Colours that are not readable together, and letters of both files of the typeface. */
const NIGHT = {
  ...{ key: 'night', name: 'Night', legalName: 'Night Ltd.', address: '1 Main Street\nŁódź' },
  ...{ groundColor: '#1e1b4b', textColor: '#4b5563', accentColor: '#facc15' },
  ...{ typeface: 'roboto-slab', corners: 'sharp' },
  footerLinks: [{ label: 'Imprint', url: 'https://example.com/imprint' }],
};

/** The style of the sample brand, and that of another one. */
const BRANDED = { ...RICH, brandId: 'acme', metadata: { ...RICH.metadata, themeColor: undefined } };
const NIGHTLY = { ...BRANDED, brandId: NIGHT.key, name: 'Żółw', footerLinks: [] };

inBrowser('a page of the site in the browser', (newPage) => {
  beforeAll(async () => {
    const { body: topic } = await api.post('/v0/topics', { title: 'How do I begin?' }).expect(201);
    for (const content of [
      'Write a page.',
      'What does it cost?\nNothing, for a [month](https://example.com).',
    ])
      await api
        .post(`/v0/topics/${topic.topicId}/entries`, { content: { type: 'markdown', content } })
        .expect(201);
    const ada = { name: 'Ada Lovelace', email: 'ada@engines.example' };
    const { body: person } = await api.post('/v0/persons', ada).expect(201);
    await visitor.shown('/rich', RICH, { personId: person.personId });
    await visitor.shown('/little', LITTLE);
    await api.post('/v0/brands', NIGHT).expect(201);
    await visitor.shown('/branded', BRANDED);
    await visitor.shown('/nightly', NIGHTLY);
    const [demo, , code] = RICH.actions;
    await visitor.shown('/single', { ...RICH, actions: [demo], headerActionId: 'demo' });
    await visitor.shown('/uneven', { ...RICH, actions: [demo, code], headerActionId: 'code' });
  });

  const urlOf = (path: string) => `${service.siteUrl}/home/${path}`;

  it.each(['rich', 'little', 'branded', 'nightly'])(
    'a %s one fits, stays where it is, and can be used by all',
    async (path) => {
      const { page, troubles } = await newPage();
      await page.addInitScript(COUNT_SHIFTS);
      await page.route('**/*.png', (route) => painted(page).then(() => route.fallback()));
      for (const [width, colorScheme] of VIEWS) {
        // So high that all of it is seen: what moves out of sight does not count.
        await page.setViewportSize({ width, height: 4000 });
        await page.emulateMedia({ colorScheme });
        await page.goto(urlOf(path));
        await page.evaluate('Promise.all([...document.images].map((image) => image.decode()))');
        await painted(page);
        const seen = {
          shifts: await page.evaluate('shifts'),
          headings: await page.locator('h1').count(),
          sideways: await page.evaluate(SIDEWAYS),
          troubles,
          findings: await findings(page),
        };
        const expected = { shifts: [], headings: 1, sideways: 0, troubles: [], findings: [] };
        expect([width, colorScheme, seen]).toEqual([width, colorScheme, expected]);
      }
    },
  );

  it.each(['rich', 'little', 'single', 'uneven', 'branded', 'nightly'])(
    'a %s one stays where it is while it arrives',
    async (path) => {
      const { headers, text } = await visitor.open(`/home/${path}`).expect(200);
      const policy = headers['content-security-policy']!;
      await using slow = await startSlowServer(text, { 'content-security-policy': policy }, service.siteUrl);
      const { page } = await newPage();
      await page.addInitScript(COUNT_SHIFTS);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 4000 });
        await page.goto(slow.url, { waitUntil: 'commit' });
        await slow.sendInSteps(() => painted(page));
        await page.waitForLoadState();
        await painted(page);
        expect([width, await page.evaluate('shifts')]).toEqual([width, []]);
      }
    },
  );

  it('shows its first button also where a script of the page puts a banner above the content', async () => {
    const { page } = await newPage();
    await page.goto(urlOf('rich'));
    await page.evaluate(`document.querySelector('header').after(document.createElement('div'))`);
    expect(await page.locator('header .button').isVisible()).toBe(true);
  });

  it('needs no script: answers open, text can be selected, links are there, and nothing is there in vain', async () => {
    const { page } = await newPage({ javaScriptEnabled: false });
    await page.goto(urlOf('rich'));
    const answer = page.locator('details', { hasText: 'What does it cost?' }).locator('.prose');
    expect(await answer.isVisible()).toBe(false);
    await page.getByText('What does it cost?').click();
    expect(await answer.isVisible()).toBe(true);
    await page.getByText(COUPON).click(); // selects all of it
    expect(await page.evaluate('String(getSelection())')).toBe(COUPON);
    expect(await page.locator('a:not([href])').count()).toBe(0);
    await page.getByRole('link', { name: 'The coupon' }).click();
    expect(page.url()).toBe(`${urlOf('rich')}#action-2`);
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
  });

  it('asks for no icon, which is not there', async () => {
    const { page, troubles } = await newPage();
    // Else Playwright keeps the browser from asking for icons.
    await page.context().unrouteAll();
    await page.goto(urlOf('welcome'));
    await page.waitForTimeout(1000); // it asks when the page is there
    expect(troubles).toEqual([]);
  });

  it('copies a text', async () => {
    const { page, troubles } = await newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(urlOf('rich'));
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: '✓' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(COUPON);
    expect(troubles).toEqual([]);
  });

  it('has its start on the right in a language that is written from there', async () => {
    await visitor.shown('/rtl', { ...RICH, language: 'ar' });
    const { page } = await newPage();
    await page.goto(urlOf('rtl'));
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await page.evaluate(SIDEWAYS)]).toEqual([width, 0]);
      const [name, button] = await Promise.all(
        ['header strong', 'header .button'].map((each) => page.locator(each).boundingBox()),
      );
      expect(button!.x).toBeLessThan(name!.x);
    }
  });

  it('breaks words that are longer than the screen, wherever they are', async () => {
    const { body: topic } = await api.post('/v0/topics', { title: WORD }).expect(201);
    const content = { type: 'text', content: `${WORD}?\n${WORD}` };
    await api.post(`/v0/topics/${topic.topicId}/entries`, { content }).expect(201);
    const { body: person } = await api
      .post('/v0/persons', { name: WORD, domain: 'acme.example' })
      .expect(201);
    await visitor.shown('/long', LONG, { personId: person.personId });
    const { page } = await newPage({ viewport: { width: 360, height: 900 } });
    await page.goto(urlOf('long'));
    await page.evaluate(OPEN_ALL);
    expect(await page.evaluate(SIDEWAYS)).toBe(0);
  });

  it('is small: the sample is less than 30 KiB with all that it needs, and its font, which browsers keep, is, too', async () => {
    const { page } = await newPage();
    await page.goto(urlOf('welcome'));
    const loaded = await page.evaluate<[url: string, bytes: number][]>(
      `['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type)).map((each) => [each.name, each.decodedBodySize])`,
    );
    const [fonts, others] = [true, false].map((isFont) =>
      loaded.filter(([url]) => url.endsWith('.woff2') === isFont).reduce((sum, [, bytes]) => sum + bytes, 0),
    );
    for (const bytes of [fonts, others]) {
      expect(bytes).toBeGreaterThan(1024);
      expect(bytes).toBeLessThan(30 * 1024);
    }
  });
});

function logo(name: string): object {
  return { image: { altText: name, url: `https://example.com/${name}.png`, fileId: '', assetId: '' } };
}

function footerGroup(title: string, ...texts: string[]): object {
  const links = ['Imprint', 'Privacy', ...texts].map((text) => ({
    id: text,
    text,
    url: `https://example.com/${text}`,
  }));
  return { id: title, title, links };
}
