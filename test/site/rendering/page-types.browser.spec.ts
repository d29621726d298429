import { made } from '../../assets/support.js';
import { action } from '../../pages/records.js';
import { inBrowser } from '../../support/browser.js';
import { useTestService } from '../../support/test-service.js';
import { COUNT_SHIFTS, findings, painted, SIDEWAYS } from '../seen-page.js';
import { SiteVisitor } from '../site-visitor.js';
import { startSlowServer } from '../slow-server.js';

const used = useTestService();
const { service, api } = used;
const visitor = new SiteVisitor(used);

const TYPES = ['inbound', 'outbound', 'call_followup', 'custom'];
const WIDTHS = [390, 1440];
const VIEWS = TYPES.flatMap((type) => WIDTHS.map((width) => [type, width] as const));

const DRAWING = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1000"><rect width="99" height="99"/></svg>',
);

const FORM_ACTION = { ...action('talk'), actionType: 'submit_form', purpose: 'Talk to us' };

/** The authors of the texts typed their headings at any level. */
const FULL = {
  body: '#### Deep\n\nText with [a link](https://example.com/far).\n\n# High\n\n###### Low\n\nMore text.',
  metadata: { title: 'A page of a type', description: 'What it is about', author: 'Grace Hopper' },
  actions: [
    action('demo'),
    { ...action('code'), purpose: 'A tenth off', actionType: 'copy_text', url: 'SPRING-24' },
    { ...action('offer'), purpose: 'What it costs', buttonTitle: 'See the offer' },
  ],
  headerActionId: 'demo',
  blocks: [
    { type: 'text', title: 'A block', text: '## Below it\n\n##### Far below it' },
    { type: 'steps', title: 'How', steps: [{ title: 'First' }, { title: 'Then' }] },
  ],
};

/** Wherever a page can have one, beside its cover. */
function withPictures(assetId: string): object {
  const logos = ['Vogel', 'Hearth'].map((altText) => ({ image: { altText, url: '', fileId: '', assetId } }));
  return {
    ...FULL,
    body: `${FULL.body}\n\n![A chart](asset:${assetId})\n\nText below it.`,
    actionCardWidgets: [{ type: 'logo_marquee', title: 'They trust us', logos }],
    blocks: [
      ...FULL.blocks,
      { type: 'picture', picture: { assetId, altText: 'A plan' }, caption: 'Planned to the centimetre' },
      {
        type: 'picture_text',
        title: 'A roof',
        text: 'Text beside it.',
        pictureSide: 'end',
        picture: { assetId, altText: 'A roof' },
      },
      { type: 'quote', quote: 'It runs.', name: 'Tom', portrait: { assetId, altText: 'Tom' } },
    ],
  };
}

inBrowser('a page of each type', (newPage) => {
  let coverImage: object;
  beforeAll(async () => {
    const { assetId } = await made(service, { content: DRAWING });
    coverImage = { assetId, altText: 'Mountains', focus: { x: 0.75, y: 0.2 } };
    const full = withPictures(assetId);
    const { body: topic } = await api.post('/v0/topics', { title: 'How do I begin?' }).expect(201);
    const content = { type: 'markdown', content: 'So:\n\n## First\n\nWrite a page.' };
    await api.post(`/v0/topics/${topic.topicId}/entries`, { content }).expect(201);
    const ada = { name: 'Ada Lovelace', email: 'ada@engines.example' };
    const { body: person } = await api.post('/v0/persons', ada).expect(201);
    for (const pageType of TYPES) {
      const { personId } = person;
      await visitor.shown(`/${pageType}`, { ...full, pageType, coverImage }, { personId });
      const actions = [FORM_ACTION, ...FULL.actions];
      await visitor.shown(`/${pageType}-form`, { ...FULL, actions, pageType }, { personId });
      await visitor.shown(`/${pageType}-short`, { pageType, actions: [action('demo')] });
    }
  });

  const urlOf = (path: string) => `${service.siteUrl}/home/${path}`;

  it.each(VIEWS)('%s fits %i pixels, and can be used by all', async (type, width) => {
    const { page, troubles } = await newPage({ viewport: { width, height: 900 } });
    await page.addInitScript(COUNT_SHIFTS);
    for (const path of [type, `${type}-form`, `${type}-short`]) {
      await page.goto(urlOf(path));
      await painted(page);
      const seen = {
        sideways: await page.evaluate(SIDEWAYS),
        shifts: await page.evaluate('shifts'),
        skipped: await page.evaluate(SKIPPED_HEADINGS),
        troubles,
        findings: await findings(page),
      };
      expect([path, seen]).toEqual([
        path,
        { sideways: 0, shifts: [], skipped: [], troubles: [], findings: [] },
      ]);
    }
  });

  it.each(VIEWS)(
    '%s has one button that stands out on the first screen of %i pixels',
    async (type, width) => {
      const { page } = await newPage({ viewport: { width, height: 900 } });
      for (const path of [type, `${type}-short`]) {
        await page.goto(urlOf(path));
        const shown = await page.evaluate<string[]>(FIRST_BUTTONS);
        // A letter begins with its text.
        expect([path, shown]).toEqual([
          path,
          type === 'outbound' && shown.length === 0 ? [] : ['See it live'],
        ]);
      }
    },
  );

  it.each(TYPES)('%s offers its first action at most twice', async (type) => {
    const { page } = await newPage();
    await page.goto(urlOf(type));
    const count = await page.locator('a[data-action=demo]').count();
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(2);
  });

  it.each(VIEWS)('%s stays where it is while it arrives, at %i pixels', async (type, width) => {
    const { page } = await newPage({ viewport: { width, height: 5000 } });
    await page.addInitScript(COUNT_SHIFTS);
    for (const path of [type, `${type}-form`]) {
      const { headers, text } = await visitor.open(`/home/${path}`).expect(200);
      const policy = headers['content-security-policy']!;
      await using slow = await startSlowServer(text, { 'content-security-policy': policy }, service.siteUrl);
      await page.goto(slow.url, { waitUntil: 'commit' });
      await slow.sendInSteps(() => painted(page));
      await page.waitForLoadState();
      await painted(page);
      expect([path, await page.evaluate('shifts')]).toEqual([path, []]);
    }
  });

  it.each(TYPES)('%s shows the part of its cover that matters, in a frame of its own', async (type) => {
    const { page } = await newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(urlOf(type));
    const seen = await page.evaluate<{ position: string; ratio: number; altText: string }>(
      `(({ alt: altText, clientWidth, clientHeight }, { objectPosition: position }) =>
        ({ position, altText, ratio: clientWidth / clientHeight }))(
        document.querySelector('.cover img'), getComputedStyle(document.querySelector('.cover img')))`,
    );
    expect(seen).toMatchObject({ position: '75% 20%', altText: 'Mountains' });
    expect(seen.ratio).not.toBeCloseTo(1.6, 2);
  });

  it.each(TYPES)(
    '%s has its texts on paper, also those that are closed, and where links lead',
    async (type) => {
      const { page } = await newPage();
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await page.goto(urlOf(type));
      for (const text of ['A page of a type', 'More text.', 'Write a page.', 'SPRING-24', 'Far below it'])
        expect([text, await page.getByText(text).first().isVisible()]).toEqual([text, true]);
      expect(await page.getByText('See the offer').isVisible()).toBe(true);
      const after = `getComputedStyle(document.querySelector('.prose a'), '::after').content`;
      expect(await page.evaluate(after)).toContain('https://example.com/far');
      const colours = `['color', 'backgroundColor'].map((name) => getComputedStyle(document.body)[name])`;
      expect(await page.evaluate(colours)).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
      // Browsers print no backgrounds, so no text may need one.
      const inks = await page.evaluate<string[]>(
        `[...new Set([...document.querySelectorAll('.card *')].map((each) => getComputedStyle(each).color))]`,
      );
      expect(inks).not.toContain('rgb(255, 255, 255)');
      for (const format of ['A4', 'Letter']) {
        const pdf = await page.pdf({ format });
        expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
      }
    },
  );

  it.each(TYPES)('%s needs no script', async (type) => {
    const { page } = await newPage({ javaScriptEnabled: false });
    await page.goto(urlOf(type));
    await page.getByText('How do I begin?').click();
    expect(await page.getByText('Write a page.').isVisible()).toBe(true);
    expect(await page.locator('a:not([href])').count()).toBe(0);
  });

  it('looks different in each type', async () => {
    const styles = await Promise.all(
      TYPES.map(
        async (type) => /<style>(.*?)<\/style>/s.exec((await visitor.open(`/home/${type}`)).text)![1],
      ),
    );
    expect(new Set(styles).size).toBe(TYPES.length);
  });
});

/** The headings that are more than one level below the one before them. */
const SKIPPED_HEADINGS = `[...document.querySelectorAll('main :is(h1, h2, h3, h4, h5, h6)')]
  .map((each) => [Number(each.localName[1]), each.textContent])
  .filter(([level], index, all) => level > (all[index - 1]?.[0] ?? 0) + 1)`;

/** The buttons on the first screen that have the colour of the brand. */
const FIRST_BUTTONS = `(() => {
  const probe = document.body.appendChild(document.createElement('i'));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('i { background: var(--brand) }');
  document.adoptedStyleSheets = [sheet];
  const colour = getComputedStyle(probe).backgroundColor;
  return [...document.querySelectorAll('.button')]
    .filter((each) => each.checkVisibility() && each.getBoundingClientRect().bottom <= innerHeight)
    .filter((each) => getComputedStyle(each).backgroundColor === colour)
    .map((each) => each.textContent);
})()`;
