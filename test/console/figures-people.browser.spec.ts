import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { inBrowser } from '../support/browser.js';
import { until } from '../support/until.js';
import { useConsole } from './console-visitor.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Of axe, with every answer open. */
const FINDINGS = `document.querySelectorAll('details').forEach((each) => { each.open = true });
  axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => id + ': ' + html)))`;
const SIDEWAYS = 'document.documentElement.scrollWidth - innerWidth';
const BYTES = 'performance.getEntriesByType("navigation")[0].transferSize';
const MAX_BYTES = 100 * 1024;

const { service, api, visitor } = useConsole({ ROLE: 'all' });

const url = (path: string) => visitor().url + path;

async function signIn(page: Page): Promise<void> {
  await page.goto(url('/'));
  await page.getByLabel('API key').fill(service.home.key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Today' }).waitFor();
}

/** Visits of today, in all figures that are shown. */
beforeAll(async () => {
  const audienceId = exampleId('audience');
  const visit = { audienceId, sessionStartedAt: `+${Date.now() - 60_000}`, sessionEndedAt: `+${Date.now()}` };
  for (const utmSource of ['letter', 'ads', undefined])
    await api.post('/v0/audience_sessions', { ...visit, utmSource }).expect(201);
  await until(async () => {
    const { body } = await api.get('/v0/analytics').expect(200);
    return (body as { totals: { visits: number } }).totals.visits >= 3;
  });
});

inBrowser('figures and people in a browser', (newPage) => {
  it.each([
    [390, 'light'],
    [1440, 'dark'],
  ] as const)('fit %i pixels, %s, and axe finds nothing', async (width, colorScheme) => {
    const { page, troubles } = await newPage({
      viewport: { width, height: 900 },
      colorScheme,
      // The tests' own script.
      bypassCSP: true,
    });
    await signIn(page);
    const person = `/people/${exampleId('person')}`;
    const account = `/people/accounts/${exampleId('account')}`;
    for (const [path, status] of [
      ['/figures', 200],
      ['/figures?days=365&breakdown=question', 200],
      [`/figures?pageId=${exampleId('page')}&days=7&compare=false&breakdown=audience`, 200],
      ['/figures?from=2025-01-01&to=2025-01-02', 200],
      ['/figures?timeZone=Mars', 400],
      ['/people', 200],
      ['/people?query=nobody+like+this', 200],
      ['/people?query=a&domain=b', 400],
      ['/people/new', 200],
      [person, 200],
      [`${person}/edit`, 200],
      [`${person}/erase`, 200],
      ['/people/accounts', 200],
      ['/people/accounts?query=nothing+like+it', 200],
      ['/people/accounts/new', 200],
      [account, 200],
      [`${account}/edit`, 200],
    ] as const) {
      const answer = await page.goto(url(path));
      if (path === '/figures') expect(await page.locator('.chart').count()).toBe(2);
      expect([path, answer!.status()]).toEqual([path, status]);
      await page.evaluate(AXE);
      expect([path, await page.evaluate(FINDINGS)]).toEqual([path, []]);
      expect([path, await page.evaluate(SIDEWAYS)]).toEqual([path, 0]);
      expect(await page.evaluate(BYTES)).toBeLessThan(MAX_BYTES);
    }
    expect(troubles.filter((each) => !each.includes('400'))).toEqual([]);
  });

  it('a person is created, noted and erased without a mouse and without scripts', async () => {
    const { page } = await newPage({ javaScriptEnabled: false });
    await signIn(page);
    await page.getByRole('link', { name: 'People', exact: true }).press('Enter');
    await page.getByRole('link', { name: 'New person' }).press('Enter');
    await page.getByLabel('Name').fill('Gone Soon');
    await page.getByLabel('Email address').fill('gone.soon@acme.example');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Gone Soon' }).waitFor();
    await page.getByLabel('Note', { exact: true }).fill('Wants to be forgotten.');
    await page.getByRole('button', { name: 'Add an entry' }).press('Enter');
    await page.getByText('Wants to be forgotten.').waitFor();
    await page.getByRole('link', { name: 'Erase', exact: true }).press('Enter');
    await page.getByText('The person, and 1 log entry.').waitFor();
    await page.getByRole('button', { name: 'Erase Gone Soon for good' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Erased' }).waitFor();
    const { body } = await api.get('/v0/persons/search?query=gone.soon').expect(200);
    expect((body as { items: unknown[] }).items).toEqual([]);
  });

  it('a table of figures is downloaded', async () => {
    const { page } = await newPage();
    await signIn(page);
    await page.getByRole('link', { name: 'Figures', exact: true }).click();
    // Today has the same periods.
    await page.getByRole('heading', { level: 1, name: 'Figures' }).waitFor();
    await page.getByRole('link', { name: '90 days' }).click();
    await page.waitForURL(/\/figures\?days=90/);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: /^Download as CSV.*Visits over time$/ }).click();
    const file = await (await download).path();
    expect(readFileSync(file, 'utf8').split('\r\n')).toHaveLength(1 + 90 + 1);
  });
});
