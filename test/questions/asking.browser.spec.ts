import { inBrowser } from '../support/browser.js';
import { useTestService } from '../support/test-service.js';
import { AskingVisitor } from './asking.js';

const used = useTestService();
const { service } = used;
const visitor = new AskingVisitor(used);

inBrowser('a question in a browser', (newPage) => {
  it.each([
    ['in place, with JavaScript', true],
    ['on a page of its own, without', false],
  ])('is answered %s', async (_, javaScriptEnabled) => {
    await visitor.entry('Okapis live in <b>forests</b>.');
    const path = `/okapi-${javaScriptEnabled}`;
    const { audience } = await visitor.pageAt(path);
    const { page, troubles } = await newPage({ javaScriptEnabled });
    await page.goto(`${service.siteUrl}/home${path}`);
    await page.getByLabel('Ask a question').fill('Where do okapis live?');
    await page.getByRole('button', { name: 'Ask' }).click();
    const shown = page.locator(javaScriptEnabled ? '[role=status]' : '.lead');
    await shown.filter({ hasText: 'Okapis live in <b>forests</b>.' }).waitFor();
    if (!javaScriptEnabled) await page.getByRole('link', { name: 'Back to the page' }).click();
    await page.getByLabel('Ask a question').waitFor();
    expect(page.url()).toBe(`${service.siteUrl}/home${path}`);
    expect(troubles).toEqual([]);
    expect(await visitor.questionsOf(audience)).toMatchObject([{ askedCount: 1, isAnswered: true }]);
  });
});
