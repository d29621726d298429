import type { Locator, Page } from 'playwright-core';
import { findings, SIDEWAYS } from '../site/seen-page.js';
import { inBrowser, type NewPage } from '../support/browser.js';
import { documentOf } from '../support/openapi/operations.js';
import { useTestService } from '../support/test-service.js';

const { service } = useTestService();

const LOGO = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle r="4"/></svg>'),
};

const NARROW = { viewport: { width: 390, height: 844 } };

inBrowser('Swagger UI in the browser', (newPage) => {
  it('is given a key, and with it reads, writes and uploads', async () => {
    const { page, troubles } = await opened(newPage);
    await authorize(page, service.home.key);

    const list = await openedOperation(page, 'listTopics');
    expect(await statusOf(list)).toBe('200');

    const create = await openedOperation(page, 'createTopic');
    await create.locator('textarea.body-param__text').fill('{ "title": "From the browser" }');
    expect(await statusOf(create)).toBe('201');
    expect(await answerOf(create)).toContain('From the browser');

    const upload = await openedOperation(page, 'createAsset');
    await upload.locator('input[type=file]').setInputFiles(LOGO);
    expect(await statusOf(upload)).toBe('201');

    expect(troubles).toEqual([]);
  });

  it('shows guides with the address that they were opened at', async () => {
    const { page, troubles } = await newPage();
    await page.goto(`${service.url}/docs/guides/first-page`);
    await page.getByText(`API=${service.url}`).waitFor();
    await page.getByText(`process.env.API ?? '${service.url}'`).waitFor();
    expect(troubles).toEqual([]);
  });

  it('shows the operations before any script has run', async () => {
    const { page } = await newPage(NARROW);
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(`${service.url}/docs`);
    const all = Object.values((await documentOf(service)).paths).flatMap((methods) => Object.values(methods));
    const links = page.locator('#first-operations .opblock a');
    const shown = await links.evaluateAll((each) => each.map((link) => link.getAttribute('href')));
    const hrefs = all.map(({ tags, operationId }) => `#/${encodeURIComponent(tags[0]!)}/${operationId}`);
    expect(shown.sort()).toEqual(hrefs.sort());
    expect(await findings(page)).toEqual([]);
    expect(await page.evaluate(SIDEWAYS)).toBe(0);
  });

  it('says above the operations that the document can not be loaded', async () => {
    const { page } = await newPage();
    await page.route('**/docs/openapi.json', (route) => route.abort());
    await page.goto(`${service.url}/docs`);
    const message = page.locator('#swagger-ui .docs-loading');
    await message.waitFor();
    const operations = page.locator('#first-operations');
    expect((await message.boundingBox())!.y).toBeLessThan((await operations.boundingBox())!.y);
  });

  it('opens the operation that was chosen before', async () => {
    const { page } = await newPage();
    await page.goto(`${service.url}/docs#/topics/createTopic`);
    await page.locator('#swagger-ui .opblock.is-open[id$="-createTopic"]').waitFor();
    expect(await page.locator('#first-operations').count()).toBe(0);
  });

  it('shows operations on the first screen', async () => {
    const { page } = await opened(newPage, { viewport: { width: 1440, height: 900 } });
    const inSight = await page
      .locator('.opblock')
      .evaluateAll((all) => all.filter((each) => each.getBoundingClientRect().bottom < 900).length);
    expect(inSight).toBeGreaterThan(10);
  });

  it('finds operations by a field, and lists codes with links to their entries', async () => {
    const { page } = await opened(newPage);
    await search(page, 'maxMentions');
    await page.locator('.opblock[id$="-deletePerson"]').waitFor();
    expect(await page.locator('#operations .opblock').count()).toBe(1);
    await search(page, 'email_taken');
    await page.locator('.search a', { hasText: 'email_taken' }).click();
    await page.waitForURL('**/docs/errors#email_taken');
    expect(await page.locator('section:target h3').innerText()).toContain('409 Conflict');
  });

  it('folds the problems of an operation, and shows its example as code', async () => {
    const { page } = await opened(newPage);
    const create = await openedOperation(page, 'createPage');
    await create.locator('.responses-wrapper').waitFor();
    const { height } = (await create.boundingBox())!;
    expect(height).toBeLessThan(2_500);
    expect(await create.locator('.responses-table .response').count()).toBe(1);
    await create.locator('.problems summary').click();
    expect(await create.locator('.problems a[href="/docs/errors#validation_failed"]').count()).toBe(1);
    await create.locator('.snippets summary').click();
    const code = await create.locator('.snippets').innerText();
    expect(code).toContain(`curl "${service.url}/v0/pages"`);
    expect(code).toContain('await foyer.pages.create({');
  });

  it('gives the example of a new person an address that is still free', async () => {
    const examples = new Set<string>();
    for (const _ of [1, 2]) {
      const { page } = await opened(newPage);
      const create = await openedOperation(page, 'createPerson');
      examples.add(await create.locator('textarea.body-param__text').inputValue());
    }
    expect(examples.size).toBe(2);
  });

  it.each([
    ['light', 'createPage'],
    ['dark', 'createAsset'],
  ] as const)('leaves axe nothing to find, and fits a phone (%s, %s)', async (colorScheme, operationId) => {
    const { page, troubles } = await opened(newPage, { ...NARROW, colorScheme });
    const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(background).toBe(colorScheme === 'dark' ? 'rgb(28, 32, 34)' : 'rgb(255, 255, 255)');
    await openedOperation(page, operationId);
    expect(await findings(page)).toEqual([]);
    expect(await page.evaluate(SIDEWAYS)).toBe(0);
    expect(troubles).toEqual([]);
  });
});

inBrowser('The other pages of the docs in the browser', (newPage) => {
  it.each([
    ['/docs/errors', 'light'],
    ['/docs/errors', 'dark'],
    ['/docs/guides/first-page', 'light'],
    ['/docs/guides/webhooks', 'dark'],
  ] as const)('leave axe nothing to find, and fit a phone: %s (%s)', async (path, colorScheme) => {
    const { page, troubles } = await newPage({ ...NARROW, colorScheme });
    await page.goto(service.url + path);
    expect(await findings(page)).toEqual([]);
    expect(await page.evaluate(SIDEWAYS)).toBe(0);
    expect(troubles).toEqual([]);
  });
});

async function opened(newPage: NewPage, options?: Parameters<NewPage>[0]) {
  const visited = await newPage(options);
  await visited.page.goto(`${service.url}/docs`);
  await visited.page.locator('#swagger-ui .opblock').first().waitFor();
  return visited;
}

async function search(page: Page, phrase: string): Promise<void> {
  await page.locator('input[type=search]').fill(phrase);
}

async function authorize(page: Page, key: string): Promise<void> {
  await page.locator('.btn.authorize').click();
  const dialog = page.locator('.auth-container', { hasText: 'apiKey' });
  await dialog.locator('input').fill(key);
  await dialog.locator('.btn.authorize').click();
  await dialog.locator('.btn-done').click();
}

/** An operation, with its form. */
async function openedOperation(page: Page, operationId: string): Promise<Locator> {
  await search(page, operationId);
  const operation = page.locator(`.opblock[id$="-${operationId}"]`);
  await operation.locator('.opblock-summary-control').click();
  await operation.locator('.responses-wrapper').waitFor();
  return operation;
}

async function statusOf(operation: Locator): Promise<string> {
  await operation.locator('.btn.execute').click();
  return operation.locator('.live-responses-table .response-col_status').last().innerText();
}

function answerOf(operation: Locator): Promise<string> {
  return operation.locator('.live-responses-table .highlight-code').first().innerText();
}
