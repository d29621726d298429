import type { Page } from 'playwright-core';
import { inBrowser } from '../support/browser.js';
import { signInWith } from './browser-visitor.js';
import { useConsole } from './console-visitor.js';

const { service, api, visitor } = useConsole({ ROLE: 'all' });

const url = (path: string) => visitor().url + path;
const signIn = (page: Page) => signInWith(page, url('/'), service.home.key);

inBrowser('people at the console', (newVisit) => {
  it.each([[true], [false]])(
    'make a page from nothing to a link that others open (script: %p)',
    async (script) => {
      const { page } = await newVisit({ javaScriptEnabled: script });
      const path = `/from-nothing-${script}`;
      await signIn(page);
      await page.getByRole('link', { name: 'Pages', exact: true }).click();
      await page.getByRole('link', { name: 'New page' }).click();
      await page.getByLabel('Name').fill('From nothing');
      await page.getByLabel('Text (optional)').fill('Written a minute ago');
      await page.getByLabel('Note for the composer').fill('Be brief.');
      await page.getByRole('button', { name: 'New page' }).click();
      await page.getByRole('heading', { level: 1, name: 'From nothing' }).waitFor();
      await page.getByRole('link', { name: 'Publish' }).click();
      await page.getByLabel('Path').fill(path);
      await page.getByRole('button', { name: 'Publish' }).click();
      const address = await page.getByRole('link', { name: path }).getAttribute('href');
      const other = await page.context().newPage();
      await other.goto(address!);
      await other.getByText('Written a minute ago').first().waitFor();
    },
  );

  it('answer a question of a visitor', async () => {
    const { page } = await newVisit();
    await signIn(page);
    await page.goto(url('/questions/answer?question=Do+you+deliver+pandas%3F'));
    await page.getByLabel('Answer').fill('Pandas are delivered on Mondays.');
    await page.getByRole('button', { name: 'Store the answer' }).click();
    expect(await page.getByRole('status').textContent()).toContain('The answer is stored.');
    const { body } = await api.get('/v0/topics?limit=100').expect(200);
    expect(JSON.stringify(body)).toContain('Pandas are delivered on Mondays.');
  });

  it('are not moved to the session of a tenant whose page has planted it', async () => {
    const { page } = await newVisit();
    await signIn(page);
    const attacker = await visitor().signIn(service.stranger.key);
    // The site is on the same host, whose cookies ignore ports.
    await page.goto(`${service.siteUrl}/home/welcome`);
    await page.evaluate(`document.cookie = ${JSON.stringify(`${attacker.cookie}; path=/settings`)}`);
    await page.goto(url('/settings/keys'));
    await page.getByText('Another page on this host has set a session of its own.').waitFor();
    expect(await page.context().cookies(url('/settings/keys'))).toEqual([]);
  });
});
