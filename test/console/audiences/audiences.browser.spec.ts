import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { inBrowser } from '../../support/browser.js';
import { until } from '../../support/until.js';
import { Records, pathOf } from '../../pages/records.js';
import { signInWith } from '../browser-visitor.js';
import { useConsole } from '../console-visitor.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Of axe, with every answer open. */
const FINDINGS = `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) =>
  nodes.map(({ html }) => id + ': ' + html)))`;
const SIDEWAYS = 'document.documentElement.scrollWidth - innerWidth';
const BYTES = 'performance.getEntriesByType("navigation")[0].transferSize';
const MAX_BYTES = 100 * 1024;

const { service, api, visitor } = useConsole({ ROLE: 'all' });

const url = (path: string) => visitor().url + path;

const signIn = (page: Page) => signInWith(page, url('/'), service.home.key);

inBrowser('audiences in a browser', (newPage) => {
  it.each([
    [390, 'light'],
    [1440, 'dark'],
  ] as const)('fit %i pixels, %s, and axe finds nothing', async (width, colorScheme) => {
    const records = new Records(api);
    const { body: made } = await api
      .post('/v0/persons', { name: 'Jane Doe', email: `jane-${width}-${colorScheme}@acme.example` })
      .expect(201);
    const { personId } = made as { personId: string };
    const audience = await records.audience({ personId, bodyOverride: 'Old\n\ntext' });
    await api.patch(pathOf(audience), { bodyOverride: 'New\n\ntext' }).expect(200);
    const target = { targetType: 'audience', audienceId: audience.audienceId };
    const link = await api
      .post('/v0/page_links', { path: `/jane-${width}-${colorScheme}`, target })
      .expect(201);
    const { pageLinkId } = link.body as { pageLinkId: string };
    const planned = await records.version(audience, { publishAt: new Date(Date.now() + 86_400_000) });
    const first = audience.publishedVersion.versionId;
    await records.version(audience);
    await until(async () => {
      const [earlier] = await records.versions(audience);
      return earlier!.status === 'archived';
    });
    const { pageId, audienceId } = audience;
    const visit = { pageId, audienceId, sessionStartedAt: '+1763164800000', hasConversion: true };
    await api.post('/v0/audience_sessions', { ...visit, totalClicksCount: 2 }).expect(201);
    const [message] = await records.messages(audience);
    const { page, troubles } = await newPage({
      viewport: { width, height: 900 },
      colorScheme,
      // The tests' own script.
      bypassCSP: true,
    });
    await signIn(page);
    const own = pathOf(audience).slice('/v0'.length);
    for (const path of [
      ...['/audiences', `/audiences?pageId=${pageId}&status=archived`, '/audiences/person', '/audiences/new'],
      ...[`/pages/${pageId}/audiences/new`, `/pages/${pageId}/audiences/new?personId=${personId}`],
      ...['', '/overrides', '/versions', '/messages', '/visits', '/link', '/publish', '/archive'].map(
        (end) => own + end,
      ),
      ...[`/versions/${first}`, `/versions/${first}/rollback`, `/versions/${planned.versionId}/cancel`].map(
        (end) => own + end,
      ),
      ...[`${own}/messages/${message!.messageId}/restore`, `${own}/link_picture`],
      `${own}/links/${pageLinkId}/delete`,
    ]) {
      const answer = await page.goto(url(path));
      expect([path, answer!.status()]).toEqual([path, 200]);
      await page.evaluate(AXE);
      expect([path, await page.evaluate(FINDINGS)]).toEqual([path, []]);
      expect([path, (await page.evaluate<number>(SIDEWAYS)) <= 0]).toEqual([path, true]);
      expect(await page.evaluate(BYTES)).toBeLessThan(MAX_BYTES);
    }
    expect(troubles).toEqual([]);
  });

  it('get texts of their own, and a message is restored, without scripts', async () => {
    const records = new Records(api);
    const audience = await records.audience({ customName: 'By keyboard' });
    const { page } = await newPage({ javaScriptEnabled: false });
    await signIn(page);
    await page.getByRole('link', { name: 'Audiences', exact: true }).click();
    await page.getByRole('link', { name: 'By keyboard' }).click();
    await page.getByRole('link', { name: 'Texts' }).click();
    const text = page.getByRole('textbox', { name: /^Text/ });
    for (const written of ['First text for you', 'Second text for you']) {
      await text.fill(written);
      await page.getByRole('button', { name: 'Save' }).click();
      expect(await page.getByRole('status').textContent()).toContain('Saved.');
    }
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('link', { name: 'Restore these texts' }).last().click();
    await page.getByText('Second text for you').waitFor();
    await page.getByRole('button', { name: 'Replace the texts' }).click();
    expect(await page.getByRole('status').textContent()).toContain('The texts of that time are back.');
    expect(await text.inputValue()).toBe('First text for you');
    expect(await records.read(pathOf(audience))).toMatchObject({ bodyOverride: 'First text for you' });
    await page.frameLocator('iframe').getByText('First text for you').first().waitFor();
  });

  it('show a preview while one types, and the state of a version as it changes', async () => {
    const records = new Records(api);
    const audience = await records.audience({ customName: 'With a script' });
    const own = pathOf(audience).slice('/v0'.length);
    const { page, troubles } = await newPage();
    await signIn(page);
    await page.goto(url(`${own}/overrides`));
    await page.getByRole('textbox', { name: /^Text/ }).fill('Typed a moment ago');
    const frames = page.locator('iframe');
    await frames.last().contentFrame().getByText('Typed a moment ago').first().waitFor();
    expect(await records.read(pathOf(audience))).toMatchObject({ bodyOverride: null });
    await page.goto(url(`${own}/versions`));
    await records.version(audience);
    await page.locator('li', { hasText: 'Version 2' }).getByText('Visitors read it').waitFor();
    expect(troubles).toEqual([]);
  });
});
