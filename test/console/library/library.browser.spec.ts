import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { inBrowser } from '../../support/browser.js';
import { pictureOf } from '../../support/picture-files.js';
import { until } from '../../support/until.js';
import { Receiver } from '../../webhooks/receiver.js';
import { useConsole } from '../console-visitor.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const FINDINGS = `axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) =>
  nodes.map(({ html }) => id + ': ' + html)))`;
const SIDEWAYS = 'document.documentElement.scrollWidth - innerWidth';
const BYTES = 'performance.getEntriesByType("navigation")[0].transferSize';
const ARE_FIRST_SHOWN = `[...document.querySelectorAll('.tile img')].slice(0, 2).every((img) => img.naturalWidth > 0)`;
const MAX_BYTES = 100 * 1024;

const { service, api, visitor } = useConsole({ ROLE: 'all', WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' });

const url = (path: string) => visitor().url + path;

async function signIn(page: Page): Promise<void> {
  await page.goto(url('/sign-in'));
  await page.getByLabel('API key').fill(service.home.key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Today' }).waitFor();
}

/** The id of the first record of a list. */
async function firstOf(list: string, id: string): Promise<string> {
  const { body } = await api.get(`${list}?limit=1`).expect(200);
  return String((body as { items: Record<string, unknown>[] }).items[0]![id]);
}

async function newTopic(title: string): Promise<string> {
  return ((await api.post('/v0/topics', { title }).expect(201)).body as { topicId: string }).topicId;
}

inBrowser('the library, webhooks and settings in a browser', (newPage) => {
  it.each([
    [390, 'light'],
    [390, 'dark'],
    [1440, 'light'],
    [1440, 'dark'],
  ] as const)('fit %i pixels, %s, and axe finds nothing', async (width, colorScheme) => {
    const options = { viewport: { width, height: 900 }, colorScheme, bypassCSP: true };
    const { page, troubles } = await newPage(options);
    await signIn(page);
    const asset = await firstOf('/v0/assets', 'assetId');
    const topic = await firstOf('/v0/topics', 'topicId');
    const brand = await firstOf('/v0/brands', 'brandId');
    const form = await firstOf('/v0/forms', 'formId');
    const { body } = await api.get('/v0/webhook_subscriptions').expect(200);
    const [{ subscriptionId }] = (body as { items: [{ subscriptionId: string }] }).items;
    const domain = await firstOf('/v0/tenant_domains', 'tenantDomainId');
    for (const path of [
      ...['/library/assets', '/library/assets?query=nothing+like+it', '/library/assets/trash'],
      ...[`/library/assets/${asset}`, `/library/assets/${asset}/trash`],
      ...['/library/topics', '/library/topics/new', `/library/topics/${topic}`],
      ...[`/library/topics/${topic}/delete`, `/library/topics/${topic}/entries/new`],
      ...['/library/brands', '/library/brands/new', `/library/brands/${brand}`],
      ...['/library/forms', '/library/forms/new', `/library/forms/${form}`, `/library/forms/${form}/delete`],
      ...['/webhooks', '/webhooks/new', `/webhooks/${subscriptionId}`, `/webhooks/${subscriptionId}/edit`],
      ...['rotate', 'delete', 'replay'].map((part) => `/webhooks/${subscriptionId}/${part}`),
      ...['/settings/domains', `/settings/domains/${domain}`, '/settings/health'],
    ]) {
      const answer = await page.goto(url(path));
      expect([path, answer!.status()]).toEqual([path, 200]);
      await page.evaluate(AXE);
      expect([path, await page.evaluate(FINDINGS)]).toEqual([path, []]);
      expect([path, await page.evaluate(SIDEWAYS)]).toEqual([path, 0]);
      expect(await page.evaluate(BYTES)).toBeLessThan(MAX_BYTES);
    }
    expect(troubles).toEqual([]);
  });

  it.each([true, false])(
    'upload pictures that are in the grid afterwards, with scripts: %s',
    async (hasScripts) => {
      const { page, troubles } = await newPage({ javaScriptEnabled: hasScripts });
      await signIn(page);
      await page.getByRole('link', { name: 'Library', exact: true }).click();
      const names = ['Meadow', 'Harbour'].map((name) => `${name} ${hasScripts ? 'one' : 'two'}`);
      const buffer = await pictureOf('jpeg', { width: 64, height: 48 });
      const files = names.map((name) => ({ name: `${name}.jpg`, mimeType: 'image/jpeg', buffer }));
      await page.getByLabel('Files').setInputFiles(files);
      await page.getByRole('button', { name: 'Upload' }).click();
      for (const name of names) await page.getByRole('link', { name }).locator('img').waitFor();
      await until(() => page.evaluate<boolean>(ARE_FIRST_SHOWN));
      expect(troubles).toEqual([]);
    },
  );

  it('deliver again what a receiver did not take', async () => {
    const receiver = await Receiver.open();
    try {
      receiver.answers(500);
      const given = { url: receiver.url, events: ['topic.created'] };
      await api.post('/v0/webhook_subscriptions', given).expect(201);
      await api.post('/v0/topics', { title: 'For the receiver' }).expect(201);
      await receiver.has(1);
      const { page } = await newPage({ javaScriptEnabled: false });
      await signIn(page);
      await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
      await page.getByRole('link', { name: receiver.url }).click();
      await page.getByRole('link', { name: 'topic.created' }).first().click();
      receiver.answers(204);
      await page.getByRole('button', { name: 'Deliver again' }).click();
      await receiver.has(2);
      await until(async () => {
        await page.reload();
        return (await page.getByText('HTTP 204').count()) > 0;
      });
    } finally {
      await receiver.close();
    }
  });

  it.each([[true], [false]])('entries and topics are moved up and down (script: %p)', async (script) => {
    const { page } = await newPage({ javaScriptEnabled: script });
    await signIn(page);
    const titles = ['first', 'second'].map((place) => `The ${place} to move (script: ${script})`);
    const [, topicId] = [await newTopic(titles[0]!), await newTopic(titles[1]!)];
    for (const content of ['One', 'Two'])
      await api.post(`/v0/topics/${topicId}/entries`, { content: { type: 'text', content } }).expect(201);
    const move = (name: string, way: string) =>
      page.getByRole('button', { name: `Move “${name}” ${way}`, exact: true }).click();
    const at = (place: number, name: string) =>
      page.locator('.rows li').nth(place).filter({ hasText: name }).waitFor();
    await page.goto(url(`/library/topics/${topicId}`));
    await move('Two', 'up');
    await at(0, 'Two');
    await move('Two', 'down');
    await at(1, 'Two');
    await page.goto(url('/library/topics'));
    await at(-1, titles[1]!);
    await move(titles[1]!, 'up');
    await at(-1, titles[0]!);
    await move(titles[1]!, 'down');
    await at(-1, titles[1]!);
  });
});
