import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page, type Route } from 'playwright-core';

const USUAL_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const { CHROMIUM } = process.env;
const executablePath = (CHROMIUM === undefined ? USUAL_PLACES : [CHROMIUM]).find((path) => existsSync(path));

/** Resolves every name to this machine, so a test's domain opens as anywhere else, and no request leaves. */
const ARGUMENTS = [
  '--host-resolver-rules=MAP * 127.0.0.1',
  ...['--disable-background-networking', '--disable-component-update', '--no-first-run'],
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** An isolated page, closed after the test. */
export type NewPage = (options?: BrowserContextOptions) => Promise<VisitedPage>;

export interface VisitedPage {
  page: Page;
  /** What a visitor should never see: errors of scripts or in the console, and dialogs. */
  troubles: string[];
}

/** Tests in a real browser, one browser per file. They are skipped if there is none. */
export function inBrowser(title: string, tests: (newPage: NewPage) => void): void {
  if (!executablePath) {
    process.stderr.write(`Skipped for want of Chromium (apt install chromium, or set CHROMIUM): ${title}\n`);
    describe.skip(title, () => tests(() => Promise.reject(new Error('There is no browser.'))));
    return;
  }
  describe(title, () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath, args: ARGUMENTS });
    });
    afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));
    afterAll(() => browser.close());
    tests((options) => open(browser, options));
  });
}

async function open(browser: Browser, options: BrowserContextOptions = {}): Promise<VisitedPage> {
  const context = await browser.newContext(options);
  await context.route(({ hostname }) => !isHere(hostname), answerElsewhere);
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('dialog', (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, troubles };
}

/** `.example` is reserved, so tests can use it for the domains of their tenants. */
function isHere(hostname: string): boolean {
  return ['127.0.0.1', 'localhost'].includes(hostname) || hostname.endsWith('.example');
}

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="48"><path d="M8 8h144v32H8z"/></svg>';

/** Simulates other sites: they serve pictures, and following a link to one does not leave the page. */
function answerElsewhere(route: Route): Promise<void> {
  return route.request().resourceType() === 'image'
    ? route.fulfill({ contentType: 'image/svg+xml', body: PICTURE })
    : route.fulfill({ status: 204 });
}

/** Waits as long as the fastest visitor takes to fill in a form, counted from when the page's scripts ran. */
export async function waitAsVisitorsDo(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const [loaded] = performance.getEntriesByType('navigation') as unknown as { domComplete: number }[];
    return loaded!.domComplete > 0 && performance.now() > loaded!.domComplete + 1200;
  });
}
