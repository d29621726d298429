import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PLAIN_PAGE } from '../pages/records.js';
import { inBrowser } from '../support/browser.js';
import { signInWith } from './browser-visitor.js';
import { useConsole } from './console-visitor.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const FINDINGS = `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) =>
  nodes.map(({ html }) => id + ': ' + html)))`;
const SIDEWAYS = 'document.documentElement.scrollWidth - innerWidth';

/** More than one field offers. */
const COUNT = 105;

const { service, visitor } = useConsole();

const url = (path: string) => visitor().url + path;

let pageId: string;

beforeAll(async () => {
  const { api } = service.stranger;
  const topics: string[] = [];
  for (let number = 0; number < COUNT; number++) {
    const { body } = await api.post('/v0/topics', { title: `Topic ${number}` }).expect(201);
    topics.push((body as { topicId: string }).topicId);
  }
  const { body } = await api.post('/v0/pages', { ...PLAIN_PAGE, topicIds: [topics[104]] }).expect(201);
  pageId = (body as { pageId: string }).pageId;
});

inBrowser('fields that offer many records', (newPage) => {
  it.each([[true], [false]])('find a topic, and a page shows it (script: %p)', async (javaScriptEnabled) => {
    const { page } = await newPage({ javaScriptEnabled });
    await signInWith(page, url('/'), service.stranger.key);
    await page.goto(url(`/pages/${pageId}`));
    await page.getByText(/^Topics/).click();
    const title = `Topic ${javaScriptEnabled ? 101 : 102}`;
    await page.getByLabel('Search topics by title').fill(title);
    await page.keyboard.press('Enter');
    await page.getByLabel('Topic to add').selectOption(title);
    await page.getByRole('button', { name: '+ Topic' }).click();
    await page.getByText(title, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved. Visitors').waitFor();
    const { body } = await service.stranger.api.get(`/v0/topics/titles?query=${title}`).expect(200);
    const [{ topicId }] = (body as { items: [{ topicId: string }] }).items;
    const { body: saved } = await service.stranger.api.get(`/v0/pages/${pageId}`).expect(200);
    expect((saved as { topicIds: string[] }).topicIds).toContain(topicId);
  });

  it.each([
    [390, 'light'],
    [1440, 'dark'],
  ] as const)('fit %i pixels, %s, and axe finds nothing', async (width, colorScheme) => {
    const { page, troubles } = await newPage({
      viewport: { width, height: 900 },
      colorScheme,
      bypassCSP: true,
    });
    await signInWith(page, url('/'), service.stranger.key);
    for (const path of [
      '/library/topics',
      '/library/topics?query=Topic+1',
      '/questions/answer',
      `/pages/${pageId}`,
    ]) {
      await page.goto(url(path));
      if (path.startsWith('/pages/')) await page.getByText(/^Topics/).click();
      await page.evaluate(AXE);
      expect([path, await page.evaluate(FINDINGS)]).toEqual([path, []]);
      expect([path, await page.evaluate(SIDEWAYS)]).toEqual([path, 0]);
      if (process.env.SHOTS)
        await page.screenshot({
          path: `${process.env.SHOTS}/${width}${path.replaceAll(/\W/g, '-').slice(0, 20)}.png`,
          fullPage: true,
        });
    }
    expect(troubles).toEqual([]);
  });
});
