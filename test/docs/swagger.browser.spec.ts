import type { Locator, Page } from 'playwright-core';
import { inBrowser } from '../support/browser.js';
import { useTestService } from '../support/test-service.js';

const { service } = useTestService();

const LOGO = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle r="4"/></svg>'),
};

inBrowser('Swagger UI in the browser', (newPage) => {
  it('is given a key, and with it reads, writes and uploads', async () => {
    const { page, troubles } = await newPage();
    await page.goto(`${service.url}/docs`);
    await authorize(page, service.home.key);

    await page.locator('#operations-tag-topics').click();
    const list = await opened(page, 'listTopics');
    expect(await statusOf(list)).toBe('200');

    const create = await opened(page, 'createTopic');
    await create.locator('textarea.body-param__text').fill('{ "title": "From the browser" }');
    expect(await statusOf(create)).toBe('201');
    expect(await answerOf(create)).toContain('From the browser');

    await page.locator('#operations-tag-assets').click();
    const upload = await opened(page, 'createAsset');
    await upload.locator('input[type=file]').setInputFiles(LOGO);
    expect(await statusOf(upload)).toBe('201');

    expect(troubles).toEqual([]);
  });
});

async function authorize(page: Page, key: string): Promise<void> {
  await page.locator('.btn.authorize').click();
  const dialog = page.locator('.auth-container', { hasText: 'apiKey' });
  await dialog.locator('input').fill(key);
  await dialog.locator('.btn.authorize').click();
  await dialog.locator('.btn-done').click();
}

/** An operation, with its form. */
async function opened(page: Page, operationId: string): Promise<Locator> {
  const operation = page.locator(`.opblock[id$="-${operationId}"]`);
  await operation.locator('.opblock-summary-control').click();
  return operation;
}

async function statusOf(operation: Locator): Promise<string> {
  await operation.locator('.btn.execute').click();
  return operation.locator('.live-responses-table .response-col_status').last().innerText();
}

function answerOf(operation: Locator): Promise<string> {
  return operation.locator('.live-responses-table .highlight-code').first().innerText();
}
