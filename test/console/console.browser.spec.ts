import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { action, PLAIN_PAGE } from '../pages/records.js';
import { inBrowser } from '../support/browser.js';
import { useConsole } from './console-visitor.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Of axe, with every answer open. */
const FINDINGS = `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) =>
  nodes.map(({ html }) => id + ': ' + html)))`;
const OPEN_DETAILS = `for (const each of document.querySelectorAll('details')) each.open = true`;
const SIDEWAYS = 'document.documentElement.scrollWidth - innerWidth';
const BYTES = 'performance.getEntriesByType("navigation")[0].transferSize';
const MAX_BYTES = 100 * 1024;

const { service, api, visitor } = useConsole({ ROLE: 'all' });

const url = (path: string) => visitor().url + path;

async function signIn(page: Page, key = service.home.key): Promise<void> {
  await page.goto(url('/'));
  await page.getByLabel('API key').fill(key);
  await page.getByLabel('Your name').fill('Kim');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Today' }).waitFor();
}

/** A page with a part of each kind. */
const WITH_PARTS = {
  ...PLAIN_PAGE,
  actions: [action('demo'), action('prices')],
  actionCardWidgets: [
    {
      type: 'logo_marquee',
      title: 'They trust us',
      logos: [{ image: { altText: 'Acme', url: 'https://example.com/logo.png', fileId: '', assetId: '' } }],
    },
    { type: 'video', title: 'See it', url: 'https://example.com/video.mp4' },
  ],
  blocks: [
    {
      type: 'text',
      title: 'Why',
      text: 'For longer texts than a phone is wide, such as this one. '.repeat(3),
    },
    { type: 'quote', quote: 'We were live within a day.', name: 'Mary Major' },
    { type: 'steps', title: 'How', steps: [{ title: 'Book a demo' }, { title: 'See it', text: 'Live.' }] },
  ],
};

inBrowser('the console in a browser', (newPage) => {
  it.each([
    [390, 'light'],
    [390, 'dark'],
    [768, 'light'],
    [1440, 'light'],
    [1440, 'dark'],
  ] as const)('fits %i pixels, %s, and axe finds nothing', async (width, colorScheme) => {
    const { page, troubles } = await newPage({
      viewport: { width, height: 900 },
      colorScheme,
      // The tests' own script.
      bypassCSP: true,
    });
    const look = async () => {
      await page.evaluate(OPEN_DETAILS);
      await page.evaluate(AXE);
      expect(await page.evaluate(FINDINGS)).toEqual([]);
      expect(await page.evaluate(SIDEWAYS)).toBeLessThanOrEqual(0);
      expect(await page.evaluate(BYTES)).toBeLessThan(MAX_BYTES);
    };
    await page.goto(url('/sign-in'));
    await look();
    await signIn(page);
    const { body } = await api.post('/v0/pages', WITH_PARTS).expect(201);
    const { pageId } = body as { pageId: string };
    const { body: keys } = await api.get('/v0/api_keys?limit=1').expect(200);
    const [{ apiKeyId }] = (keys as { items: [{ apiKeyId: string }] }).items;
    const { body: hooks } = await api.get('/v0/webhook_subscriptions').expect(200);
    const [{ subscriptionId }] = (hooks as { items: [{ subscriptionId: string }] }).items;
    for (const path of [
      ...[
        '/today',
        '/today?days=7',
        '/pages',
        '/pages?query=nothing+like+it',
        '/pages/new',
        `/pages/${pageId}`,
      ],
      `/pages/${pageId}/link_picture`,
      ...[`/pages/${pageId}/archive`, `/pages/${pageId}/publish`, '/settings/keys', '/settings/keys/new'],
      ...[`/settings/keys/${apiKeyId}/revoke`, '/settings/audit', '/nothing-here'],
      ...['/questions', '/questions?show=all', '/questions/answer?question=Why', '/webhooks'],
      `/webhooks/${subscriptionId}`,
    ]) {
      const answer = await page.goto(url(path));
      expect([path, answer!.status()]).toEqual([path, path === '/nothing-here' ? 404 : 200]);
      await look();
    }
    expect(troubles.filter((each) => !each.includes('404'))).toEqual([]);
  });

  it('makes a page without a mouse and without scripts', async () => {
    const { page } = await newPage({ javaScriptEnabled: false });
    await signIn(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Pages', exact: true }).press('Enter');
    await page.getByRole('link', { name: 'New page' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Name').fill('By keyboard');
    await page.getByLabel('Note for the composer').fill('Be brief.');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'New page' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'By keyboard' }).waitFor();
    expect(await page.getByRole('status').textContent()).toContain('The page exists.');
  });

  it('shows the section of the screen in the navigation of a phone', async () => {
    const { page } = await newPage({ viewport: { width: 390, height: 844 } });
    await signIn(page);
    await page.goto(url('/settings/health'));
    const { x, width } = (await page.locator('nav [aria-current]').boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(390);
  });

  it('shows a preview in its frame', async () => {
    const { page, troubles } = await newPage();
    await signIn(page);
    await page.getByRole('link', { name: 'Pages', exact: true }).click();
    await page.getByRole('link', { name: 'Spring launch' }).first().click();
    await page.getByLabel('Text (optional)').fill('Only in the preview');
    await page.getByRole('button', { name: 'Preview without saving' }).click();
    await page
      .frameLocator('[data-preview]:not(.coming) iframe')
      .getByText('Only in the preview')
      .first()
      .waitFor();
    expect(troubles).toEqual([]);
  });

  it('comes back signed in by a link of another site', async () => {
    const { page } = await newPage();
    await signIn(page);
    await page.goto(service.url + '/docs');
    const to = url('/settings/keys');
    await page.setContent(
      `<a href="${to.replace('127.0.0.1', 'localhost')}">other</a><a id="own" href="${to}">own</a>`,
    );
    await page.click('#own');
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
  });

  it('is in no frame', async () => {
    const { page } = await newPage();
    await page.goto(service.url + '/health/live');
    await page.setContent(`<iframe src="${url('/sign-in')}"></iframe>`);
    expect(await page.frames()[1]!.locator('form').count()).toBe(0);
  });

  it('whose key is revoked is signed out at once', async () => {
    const { page } = await newPage();
    const parent = await service.keyWith(['pages:read', 'brands:read']);
    await signIn(page, parent);
    const { body } = await api.get('/v0/me').set('x-api-key', parent).expect(200);
    await api.delete(`/v0/api_keys/${(body as { apiKeyId: string }).apiKeyId}`).expect(200);
    await page.reload();
    expect(await page.getByRole('status').textContent()).toContain('You are signed out.');
  });
});
