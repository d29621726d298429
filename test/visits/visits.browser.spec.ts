import type { Page } from 'playwright-core';
import type { AnalyticsView, FiguresView } from '../../src/modules/analytics/analytics.dto.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { inBrowser, waitAsVisitorsDo } from '../support/browser.js';
import { useTestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { action } from '../pages/records.js';
import { Receiver } from '../webhooks/receiver.js';
import { BROWSER, TrackedVisitor } from './tracked-visitor.js';

const used = useTestService({ ROLE: 'all', WEBHOOK_ALLOW_PRIVATE: '127.0.0.1', SITE_SCRIPTS: 'all' });
const { service, api } = used;
const visitor = new TrackedVisitor(used);
const AS_USUAL = { userAgent: BROWSER, locale: 'de-CH', viewport: { width: 1200, height: 800 } };

let receiver: Receiver;
beforeAll(async () => {
  receiver = await Receiver.open();
  const events = ['session.recorded', 'session.computed', 'form.submitted', 'form.enriched'];
  await api.post('/v0/webhook_subscriptions', { url: receiver.url, events }).expect(201);
});
afterAll(() => receiver.close());

/** Longer than any screen, with a form, a button, and a script of its owner. */
async function pageAt(path: string): Promise<string> {
  const form = { name: 'Talk', fields: [{ name: 'email', type: 'email', label: 'Email', required: true }] };
  const { body } = await api.post('/v0/forms', form).expect(201);
  await visitor.shown(path, {
    actions: [
      { ...action('talk'), actionType: 'submit_form', purpose: 'Talk to us', buttonTitle: 'Send' },
      { ...action('copy'), actionType: 'copy_text', purpose: 'Copy', buttonTitle: 'Copy it', url: 'npm i' },
    ],
    defaultFormId: body.formId,
    scripts: [
      { name: 'own', enabled: true, description: '', content: 'foyer.track("opened", { plan: "free" })' },
    ],
  });
  return `${service.siteUrl}/home${path}`;
}

/** Of all pages. */
async function figures(): Promise<{ totals: FiguresView; picture: string }> {
  const { totals, chartUrl } = await visitor.read<AnalyticsView>('/v0/analytics');
  return { totals, picture: await (await fetch(new URL(chartUrl, service.url))).text() };
}

const visitOf = (page: Page) => page.evaluate(() => (globalThis as unknown as Foyer).foyer.visit);

interface Foyer {
  foyer: { visit: string };
}

/** What is stored of a visit, in order: type and what it has of its own. */
async function toldOf(visit: string): Promise<Record<string, unknown>[]> {
  const { rows } = await service.pool.query(
    `select e.type, e.details from visit_event e join visit v on v.tenant_id = e.tenant_id and v.id = e.visit_id
     where v.visit_key = $1 order by e.at, e.id`,
    [visit],
  );
  return rows.map(({ type, details }) => ({ type, ...details }));
}

const typesOf = async (visit: string) => (await toldOf(visit)).map(({ type }) => type);

inBrowser('a visit in a browser', (newPage) => {
  it('opens, reads, clicks, asks, sends the form and closes the tab: API, webhooks and figures tell exactly that', async () => {
    const url = await pageAt('/whole');
    const before = await figures();
    const { page, troubles } = await newPage(AS_USUAL);
    await page.context().grantPermissions(['clipboard-write']);
    await page.goto(`${url}?utm_source=news&utm_medium=email`);
    const visit = await visitOf(page);
    await page.mouse.move(100, 100);
    await page.getByRole('button', { name: 'Copy it' }).click();
    await page.getByLabel('Ask a question').fill('Is there a free plan?');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('status').filter({ hasText: 'There is a free plan.' }).waitFor();
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await page.getByLabel('Email').fill('ada@acme.example');
    await waitAsVisitorsDo(page);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you.').waitFor();
    await page.close({ runBeforeUnload: true });
    await until(async () => (await typesOf(visit)).includes('end'));

    const tab = { visit, token: '', url };
    await visitor.letPass(tab, '61 seconds');
    const session = await visitor.session(tab, 'completed');
    const [submission] = await visitor.submissionsWith('ada@acme.example');
    expect(session).toMatchObject({
      ...{ pageUrl: url, utmSource: 'news', utmMedium: 'email', utmCampaign: null },
      ...{ hasConversion: true, hasFormSubmit: true, isBounce: false },
      ...{ totalClicksCount: 1, questionsAskedCount: 1, maxScrollDepthPercentage: 100 },
      ...{ formSubmissionId: submission!.formSubmissionId, formSubmissionEmail: 'ada@acme.example' },
    });
    expect(session.timeSpentSeconds).toBeGreaterThan(1);
    expect(session.timeSpentSeconds).toBeLessThan(20);
    expect(
      await visitor.read(`/v0/audience_sessions/${session.analyticsSessionId}/interactions`),
    ).toMatchObject({
      interactions: [
        { componentId: 'copy', label: 'Copy it' },
        {
          ...{ componentContext: 'question', componentId: 'question-box', label: 'Is there a free plan?' },
          ...{
            groundingChunkIds: [exampleId('entry', 2)],
            responseText: 'There is a free plan.',
            options: [],
          },
        },
      ],
    });
    const after = await figures();
    expect(after.totals).toMatchObject({
      visits: before.totals.visits + 1,
      questions: before.totals.questions + 1,
      conversions: before.totals.conversions + 1,
    });
    expect(after.picture).toContain(`· ${after.totals.visits} visit`);
    expect(await visitor.read(`/v0/persons/${submission!.personId}`)).toMatchObject({
      email: 'ada@acme.example',
    });
    const delivered = () =>
      receiver.received
        .map(({ body }) => body.payload)
        .filter(({ analyticsSessionId }) => analyticsSessionId === session.analyticsSessionId)
        .map(({ type }) => type)
        .sort();
    await until(() => delivered().length === 4);
    expect(delivered()).toEqual(['form.enriched', 'form.submitted', 'session.computed', 'session.recorded']);
    const told = await toldOf(visit);
    expect(told).toContainEqual({ type: 'custom', name: 'opened', data: { plan: 'free' } });
    expect(told).toContainEqual(
      expect.objectContaining({ type: 'view', device: 'desktop', language: 'de', pageUrl: url }),
    );
    expect(troubles).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
  });

  it('goes on where the page is loaded again, and is another one in another tab, its copy, and at another link', async () => {
    const [first, second] = [await pageAt('/one'), await pageAt('/two')];
    const { page } = await newPage(AS_USUAL);
    await page.goto(first);
    const visit = await visitOf(page);
    await page.reload();
    expect(await visitOf(page)).toBe(visit);
    await until(async () => (await typesOf(visit)).filter((type) => type === 'view').length === 2);

    // As a browser copies a tab: with what is in its storage.
    const storage = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
    const copy = await page.context().newPage();
    await copy.addInitScript((text) => Object.assign(sessionStorage, JSON.parse(text)), storage);
    await copy.goto(first);
    expect(await visitOf(copy)).not.toBe(visit);

    await page.goto(second);
    const other = await visitOf(page);
    expect(other).not.toBe(visit);
    await page.goto(first);
    expect([visit, other]).not.toContain(await visitOf(page));
  });

  it('tells later what could not be sent while it was cut off', async () => {
    const url = await pageAt('/cut');
    const { page } = await newPage(AS_USUAL);
    await page.goto(url);
    const visit = await visitOf(page);
    await until(async () => (await typesOf(visit)).includes('view'));
    await page.context().setOffline(true);
    await page.evaluate('foyer.track("itself", window)');
    await page.evaluate('foyer.track("conversion", { name: "signed up" })');
    await page.evaluate('dispatchEvent(new PageTransitionEvent("pagehide"))');
    expect(await typesOf(visit)).not.toContain('conversion');
    await page.context().setOffline(false);
    await page.goto(url);
    await until(async () => (await typesOf(visit)).includes('end'));
    expect(await toldOf(visit)).toContainEqual({ type: 'conversion', name: 'signed up' });
    expect((await typesOf(visit)).filter((type) => type === 'conversion')).toHaveLength(1);
  });

  it('counts no time in the background', async () => {
    const { page } = await newPage(AS_USUAL);
    await page.clock.install();
    await page.goto(await pageAt('/hidden'));
    const visit = await visitOf(page);
    await page.mouse.move(10, 10);
    await page.clock.runFor(5000);
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true });
      dispatchEvent(new Event('visibilitychange'));
    });
    await page.clock.runFor(60_000);
    await page.evaluate('dispatchEvent(new PageTransitionEvent("pagehide"))');
    await until(async () => (await typesOf(visit)).includes('end'));
    const told = (await toldOf(visit)).filter(({ type }) => type === 'engaged');
    const engagedMs = told.reduce((sum, { ms }) => sum + Number(ms), 0);
    expect(engagedMs).toBeGreaterThan(3000);
    expect(engagedMs).toBeLessThan(8000);
  });

  it('is not counted where the browser asks for that', async () => {
    const url = await pageAt('/private');
    const { page, troubles } = await newPage(AS_USUAL);
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true }),
    );
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(url);
    await page.evaluate('foyer.track("conversion")');
    await page.goto('about:blank');
    expect(requests).toContain('/_foyer/t.js');
    expect(requests).not.toContain('/_foyer/collect');
    expect(troubles).toEqual([]);
  });

  it('is the session of its form where there is no JavaScript', async () => {
    const { page } = await newPage({ ...AS_USUAL, javaScriptEnabled: false });
    await page.goto(await pageAt('/plain'));
    await page.getByLabel('Email').fill('plain@acme.example');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you.').waitFor();
    const [submission] = await visitor.submissionsWith('plain@acme.example');
    const path = `/v0/audience_sessions/${submission!.analyticsSessionId}`;
    expect(await visitor.read(path)).toMatchObject({ hasFormSubmit: true, totalClicksCount: 0 });
  });
});
