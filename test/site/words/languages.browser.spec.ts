import { SITE_LANGUAGES, WORDS } from '../../../src/modules/site/words/site-languages.js';
import { inBrowser, waitAsVisitorsDo } from '../../support/browser.js';
import { action } from '../../pages/records.js';
import { EMAIL, useFormVisitor } from '../form-visitor.js';
import { findings } from '../seen-page.js';

const { service, api, visitor } = useFormVisitor();

const ENGLISH = 'Where do I begin?';
const ARABIC = 'كيف أبدأ؟';

const MIXED = {
  brandId: 'no-brand',
  body: [
    ...['# What is it?', 'Is it free?', 'هل هو مجاني؟', '- Is it one?\n- هل هو؟', '> Who asks?'],
    '| Price? | السعر؟ |\n| --- | --- |\n| 12 | 13 |',
    '[Is it a link?](https://example.com) **Is it bold?**',
  ].join('\n\n'),
  actions: [
    { ...action('code'), purpose: 'Which code?', buttonTitle: 'Copy?', actionType: 'copy_text', url: 'CODE' },
    { ...action('talk'), purpose: 'Who is there?', buttonTitle: 'Send?', actionType: 'submit_form' },
  ],
  footerLinks: [
    { id: 'l', title: 'Legal?', links: [{ id: 'i', text: 'Who?', url: 'https://example.com/i' }] },
  ],
};

/** With ten languages, each type is seen in two of them. */
const TYPES = ['inbound', 'outbound', 'call_followup', 'sales_deck', 'custom'];

/** Whether the last character of each text that ends with a question mark is drawn at the end that its letters have. */
const MISPLACED = `[...document.querySelectorAll('h1,h2,h3,p,li,th,td,label,a,strong,button span,blockquote p')].flatMap((element) => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const misplaced = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.data.trimEnd();
    if (!/[?؟]$/.test(text)) continue;
    const boxOf = (at) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect();
    };
    const mark = boxOf(text.length - 1);
    const first = boxOf(text.search(/\\S/));
    if (mark.width === 0 || mark.top - first.top > 2) continue;
    const isLeft = mark.left < first.left;
    if (isLeft !== /[\\u0600-\\u06ff]/.test(text)) misplaced.push(text);
  }
  return misplaced;
})`;

inBrowser('languages in the browser', (newPage) => {
  const urlOf = (path: string) => `${service.siteUrl}/home/${path}`;

  beforeAll(async () => {
    const { body: topic } = await api.post('/v0/topics', { title: ENGLISH }).expect(201);
    for (const content of [`${ENGLISH}\nWrite a page.`, `${ARABIC}\nاكتب صفحة.`])
      await api
        .post(`/v0/topics/${topic.topicId}/entries`, { content: { type: 'markdown', content } })
        .expect(201);
    const fields = [EMAIL, { name: 'why', type: 'text', label: 'Why now?', required: true }];
    const { formId } = await visitor.form({ fields });
    const page = { ...MIXED, defaultFormId: formId };
    await visitor.shown('/ar', { ...page, name: 'Who are you?', language: 'ar' });
    await visitor.shown('/de', { ...page, name: 'من أنت؟', language: 'de' });
    await visitor.shown('/ja', { ...page, language: 'ja' });
    await visitor.shown('/unstated', page);
    for (const [index, language] of SITE_LANGUAGES.entries()) {
      const pageType = TYPES[index % TYPES.length];
      await visitor.shown(`/typed-${language}`, { ...page, pageType, language });
    }
  });

  it.each(['ar', 'de', 'unstated'])(
    'every text of a page in %s has its question mark at its own end, whatever its language',
    async (path) => {
      const { page, troubles } = await newPage({ locale: 'ar' });
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(urlOf(path));
        await page.evaluate(`document.querySelectorAll('details').forEach((each) => { each.open = true })`);
        expect([width, await page.evaluate(MISPLACED)]).toEqual([width, []]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      }
      expect(troubles).toEqual([]);
    },
  );

  it('an Arabic page begins at the right, also with English texts; one without a language does not', async () => {
    const { page } = await newPage({ locale: 'ar', viewport: { width: 1440, height: 900 } });
    const sideOf = async (path: string) => {
      await page.goto(urlOf(path));
      const { x, width } = (await page.locator('summary h2').first().boundingBox())!;
      return x + width / 2 > 720 ? 'right' : 'left';
    };
    expect([await sideOf('ar'), await sideOf('unstated')]).toEqual(['right', 'left']);
  });

  it.each([...SITE_LANGUAGES, 'unstated'])('all can use a page in %s, and its notices', async (language) => {
    const isStated = language !== 'unstated';
    const { page } = await newPage({ locale: isStated ? language : 'ar' });
    for (const path of [isStated ? `typed-${language}` : 'unstated', 'nothing']) {
      await page.goto(urlOf(path));
      expect([path, await findings(page)]).toEqual([path, []]);
    }
  });

  it.each([
    ['with JavaScript', true],
    ['without JavaScript', false],
  ])('forms and questions are answered in the language of the page %s', async (_, javaScriptEnabled) => {
    const { page } = await newPage({ locale: 'fr', javaScriptEnabled });
    await page.goto(urlOf('ja'));
    await page.getByLabel(EMAIL.label).fill('ada@acme.example');
    await page.getByLabel('Why now?').fill(' ');
    if (javaScriptEnabled) await waitAsVisitorsDo(page);
    await page.getByRole('button', { name: 'Send?' }).click();
    await page.getByText(WORDS.ja.faults.text_missing).waitFor();
    await page.getByLabel('Why now?').fill('Because');
    await page.getByRole('button', { name: 'Send?' }).click();
    await page.getByText(WORDS.ja.form.thanks).waitFor();
    await page.goto(urlOf('ja'));
    await page.getByLabel(WORDS.ja.question.label).fill('xyzzy');
    await page.getByRole('button', { name: WORDS.ja.question.ask, exact: true }).click();
    await page.getByText(WORDS.ja.question.noAnswer).waitFor();
  });

  it('what the site says on a page without a language says in which language it is', async () => {
    const { page } = await newPage({ locale: 'de' });
    await page.goto(urlOf('unstated'));
    const answer = page.locator('[data-foyer-question] [role=status]');
    const ask = async (question: string, expected: string) => {
      await page.locator('#question').fill(question);
      await page.locator('[data-foyer-question] button').click();
      await answer.getByText(expected).waitFor();
    };
    await ask('xyzzy', WORDS.de.question.noAnswer);
    expect(await answer.getAttribute('lang')).toBe('de');
    await ask(ENGLISH, 'Write a page.');
    expect(await answer.getAttribute('lang')).toBeNull();
  });

  it('a copied text is reported in the words of the site, on a button that stays as wide', async () => {
    const { page } = await newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
    await page.goto(urlOf('de'));
    const button = page.locator('[data-copies]');
    const before = await button.boundingBox();
    await button.click();
    await page.getByRole('button', { name: `✓ ${WORDS.de.copied}` }).waitFor();
    expect(await button.boundingBox()).toEqual(before);
  });
});
