import type { Page } from 'playwright-core';
import { inBrowser } from '../../support/browser.js';
import { until } from '../../support/until.js';
import { PLAIN_PAGE } from '../../pages/records.js';
import { Receiver } from '../../webhooks/receiver.js';
import { signInWith } from '../browser-visitor.js';
import { useConsole } from '../console-visitor.js';

const { service, api, visitor } = useConsole({ ROLE: 'all', WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' });

const url = (path: string) => visitor().url + path;
const signIn = (page: Page, key = service.home.key) => signInWith(page, url('/'), key);

async function newPage(fields: object = {}): Promise<string> {
  const { body } = await api.post('/v0/pages', { ...PLAIN_PAGE, ...fields }).expect(201);
  return (body as { pageId: string }).pageId;
}

async function newAudience(pageId: string): Promise<string> {
  const { body } = await api.post(`/v0/pages/${pageId}/audiences`, {}).expect(201);
  return (body as { audienceId: string }).audienceId;
}

/** The streams that are open at the API. */
async function openStreams(): Promise<number> {
  const { text } = await api.get('/metrics').expect(200);
  return Number(/^foyer_event_streams (\d+)/m.exec(text)![1]);
}

/** Marks the document, which a reload would replace. */
const mark = (page: Page) => page.evaluate('document.documentElement.marked = true');
const isMarked = (page: Page) => page.evaluate('document.documentElement.marked === true');

const stateOfVersion = (page: Page, number: number) =>
  page.locator('.states li').filter({ hasText: `Version ${number} Visitors read it` });

/** A browser without a screen shows all its tabs. */
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'))`);

inBrowser('states in a browser', (newVisit) => {
  it('change without a reload, and keep the focus', async () => {
    const { page, troubles } = await newVisit();
    await signIn(page);
    const pageId = await newPage();
    const audienceId = await newAudience(pageId);
    await page.goto(url(`/pages/${pageId}`));
    await stateOfVersion(page, 1).waitFor();
    await mark(page);
    const publish = page.getByRole('link', { name: 'Publish', exact: true });
    await publish.focus();
    await api.post(`/v0/pages/${pageId}/audiences/${audienceId}/versions`, {}).expect(201);
    await stateOfVersion(page, 2).waitFor();
    expect(await isMarked(page)).toBe(true);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Publish');
    expect(await page.locator('#announcer').textContent()).toContain('Version 2: Visitors read it');
    expect(troubles).toEqual([]);
  });

  it('change in a list, while a filter is typed', async () => {
    const { page } = await newVisit();
    await signIn(page);
    await page.goto(url('/pages'));
    await page.getByLabel('Search').fill('half a w');
    await newPage({ name: 'Appears by itself' });
    await page.getByRole('link', { name: 'Appears by itself' }).waitFor();
    expect(await page.getByLabel('Search').inputValue()).toBe('half a w');
  });

  it('come by one stream for all tabs, which a hidden tab closes', async () => {
    const { page } = await newVisit();
    await signIn(page);
    const other = await page.context().newPage();
    for (const tab of [page, other]) await tab.goto(url('/pages'));
    await until(async () => (await openStreams()) === 1);
    await newPage({ name: 'For both tabs' });
    for (const tab of [page, other]) await tab.getByRole('link', { name: 'For both tabs' }).waitFor();
    expect(await openStreams()).toBe(1);
    await setHidden(page, true);
    await newPage({ name: 'For one tab' });
    await other.getByRole('link', { name: 'For one tab' }).waitFor();
    await until(async () => (await openStreams()) === 1);
    await setHidden(other, true);
    await until(async () => (await openStreams()) === 0);
    // Shown again, a tab catches up.
    await setHidden(page, false);
    await page.getByRole('link', { name: 'For one tab' }).waitFor();
    await until(async () => (await openStreams()) === 1);
  });

  it('of deliveries change: one fails, is tried again by a person, and arrives', async () => {
    const { page, troubles } = await newVisit();
    const receiver = (await Receiver.open()).answers(500);
    const subscription = { url: receiver.url, events: ['topic.created'] };
    const { body } = await api.post('/v0/webhook_subscriptions', subscription).expect(201);
    await signIn(page);
    await page.goto(url(`/webhooks/${(body as { subscriptionId: string }).subscriptionId}`));
    await mark(page);
    const delivery = page.locator('#deliveries .row');
    const count = (status: string) =>
      page.locator('#health div').filter({ hasText: status }).locator('dd').first();
    expect(await count('Waiting').textContent()).toBe('0');
    await api.post('/v0/topics', { title: 'Told' }).expect(201);
    await delivery.filter({ hasText: 'HTTP 500' }).filter({ hasText: 'Waiting' }).waitFor();
    await count('Waiting').filter({ hasText: '1' }).waitFor();
    receiver.answers(204);
    const other = await page.context().newPage();
    await other.goto(url((await delivery.getByRole('link').getAttribute('href'))!));
    await other.getByRole('button', { name: 'Deliver again' }).click();
    await other.locator('#delivery-state').filter({ hasText: 'Delivered' }).waitFor();
    await other.locator('#delivery-attempts').filter({ hasText: 'HTTP 204' }).waitFor();
    await delivery.filter({ hasText: 'HTTP 204' }).filter({ hasText: 'Delivered' }).waitFor();
    await count('Delivered').filter({ hasText: '1' }).waitFor();
    expect(await isMarked(page)).toBe(true);
    expect(troubles).toEqual([]);
    await receiver.close();
  });

  it('end with the session: whose key is revoked is signed out at once, in all tabs', async () => {
    const { page } = await newVisit();
    const parent = await service.keyWith(['pages:read', 'brands:read', 'events:read']);
    await signIn(page, parent);
    const other = await page.context().newPage();
    for (const tab of [page, other]) await tab.goto(url('/pages'));
    await until(async () => (await openStreams()) === 1);
    const { body } = await api.get('/v0/me').set('x-api-key', parent).expect(200);
    await api.delete(`/v0/api_keys/${(body as { apiKeyId: string }).apiKeyId}`).expect(200);
    for (const tab of [page, other]) await tab.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});
