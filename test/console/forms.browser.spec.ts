import type { Page } from 'playwright-core';
import { SCRIPT_PATH } from '../../src/modules/console/parts/script.js';
import { inBrowser } from '../support/browser.js';
import { until } from '../support/until.js';
import { PLAIN_PAGE } from '../pages/records.js';
import { signInWith } from './browser-visitor.js';
import { useConsole } from './console-visitor.js';

const { service, api, visitor } = useConsole({ ROLE: 'all' });

const url = (path: string) => visitor().url + path;
const signIn = (page: Page) => signInWith(page, url('/'), service.home.key);

async function newPage(fields: object = {}): Promise<string> {
  const { body } = await api.post('/v0/pages', { ...PLAIN_PAGE, ...fields }).expect(201);
  return (body as { pageId: string }).pageId;
}

inBrowser('forms in a browser', (newVisit) => {
  it('show what is typed, and leave the focus and the scroll position alone', async () => {
    const { page, troubles } = await newVisit({ viewport: { width: 1440, height: 700 } });
    await signIn(page);
    const pageId = await newPage({ body: 'As it was' });
    await page.goto(url(`/pages/${pageId}`));
    await page.frameLocator('[data-preview]:not(.coming) iframe').getByText('As it was').first().waitFor();
    const text = page.getByLabel('Text (optional)').first();
    await text.click();
    await page.evaluate('scrollTo(0, 120)');
    await text.pressSequentially(' and **more** of it');
    await page.frameLocator('[data-preview]:not(.coming) iframe').getByText('more').first().waitFor();
    await page.getByText('Not saved yet').waitFor();
    expect(await page.evaluate('document.activeElement.name')).toBe('body');
    expect(await page.evaluate('scrollY')).toBe(120);
    await until(async () => (await page.locator('iframe').count()) === 1);
    // What is wrong is said when the form is sent.
    await page.getByLabel('Name').fill('');
    await page.getByText('This is an earlier state').waitFor();
    expect(await page.locator('.problem').count()).toBe(0);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('#field-name-problem').waitFor();
    expect(troubles.filter((each) => !each.includes('400'))).toEqual([]);
  });

  it('are sent once, whoever presses twice', async () => {
    const { page } = await newVisit();
    await signIn(page);
    await page.goto(url('/pages/new'));
    let sent = 0;
    await page.route(url('/pages/new'), async (route) => {
      if (route.request().method() === 'POST') sent++;
      await until(async () => sent > 0);
      await route.continue();
    });
    await page.getByLabel('Name').fill('Pressed twice');
    await page.getByLabel('Note for the composer').fill('Be brief.');
    await page.evaluate(`for (let times = 0; times < 2; times++)
      document.querySelector('main form').requestSubmit()`);
    await page.getByRole('heading', { level: 1, name: 'Pressed twice' }).waitFor();
    expect(sent).toBe(1);
  });

  it('without a script, a list is edited by its buttons, and the screen begins at the row', async () => {
    const { page } = await newVisit({ javaScriptEnabled: false, viewport: { width: 390, height: 700 } });
    await signIn(page);
    const pageId = await newPage();
    await page.goto(url(`/pages/${pageId}`));
    await page.getByText('Blocks below the text').click();
    await page.getByRole('button', { name: '+ Quote' }).click();
    expect(page.url()).toContain('#row-blocks-0');
    await page.getByLabel('Quote', { exact: true }).fill('We were live within a day.');
    await page.getByLabel('Who said it').fill('Mary Major');
    // Enter saves, although other buttons come first.
    await page.getByLabel('Who said it').press('Enter');
    expect(await page.getByRole('status').textContent()).toContain('Saved.');
    const { body } = await api.get(`/v0/pages/${pageId}`).expect(200);
    expect(body).toMatchObject({ blocks: [{ type: 'quote', name: 'Mary Major' }] });
  });

  it('upload dropped files at once, each with its outcome', async () => {
    const { page } = await newVisit();
    const sent: string[] = [];
    await page.route(url('/files'), async (route) => {
      const request = route.request();
      if (request.method() === 'GET') return route.fulfill({ contentType: 'text/html', body: UPLOADS });
      const body = request.postData() ?? '';
      sent.push(/filename="([^"]+)"/.exec(body)![1]!);
      expect(body).toContain('name="form_token"');
      const isBad = body.includes('bad.svg');
      return isBad
        ? route.fulfill({ status: 422, contentType: 'text/html', body: '<p role="alert">Not a picture.</p>' })
        : route.fulfill({ status: 200, contentType: 'text/html', body: '<p>Stored</p>' });
    });
    await page.goto(url('/files'));
    await page.evaluate(`(() => {
      const files = new DataTransfer();
      for (const name of ['good.svg', 'bad.svg']) files.items.add(new File(['<svg/>'], name));
      files.items.add(new File(['x'.repeat(2000)], 'large.svg'));
      document.querySelector('[data-drop]').dispatchEvent(
        new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
    })()`);
    const rows = page.locator('.uploads li');
    await rows.filter({ hasText: 'good.svg' }).getByText('Uploaded').waitFor();
    await rows.filter({ hasText: 'bad.svg' }).getByText('Not a picture.').waitFor();
    await rows.filter({ hasText: 'large.svg' }).getByText('The file is too large.').waitFor();
    expect(sent.sort()).toEqual(['bad.svg', 'good.svg']);
    expect(await page.evaluate(`document.querySelector('input[type=file]').multiple`)).toBe(true);
  });
});

const UPLOADS = `<!doctype html><title>Files</title><p id="announcer" aria-live="polite"></p><main data-drop>
  <form method="post" action="/files" enctype="multipart/form-data" data-upload data-max-bytes="1000">
  <input type="hidden" name="form_token" value="t"><label>Files <input type="file" name="file"></label>
  <button>Upload</button></form></main><script src="${SCRIPT_PATH}" defer></script>`;
