import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContextOptions, type Page, type Route } from 'playwright-core';

const USUAL_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const { CHROMIUM } = process.env;
const executablePath = (CHROMIUM === undefined ? USUAL_PLACES : [CHROMIUM]).find((path) => existsSync(path));

/** Every name leads to this machine, so a domain of a test opens as it would anywhere, and nothing leaves. */
const ARGUMENTS = [
  '--host-resolver-rules=MAP * 127.0.0.1',
  ...['--disable-background-networking', '--disable-component-update', '--no-first-run'],
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** A page that nobody else sees, closed after the test. */
export type NewPage = (options?: BrowserContextOptions) => Promise<VisitedPage>;

export interface VisitedPage {
  page: Page;
  /** What a visitor should never meet: errors of scripts or in the console, and dialogs. */
  troubles: string[];
}

/** Tests in a real browser, one for all of the file. They are skipped where there is none. */
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

/** `.example` is nobody's, so tests can name the domains of their tenants with it. */
function isHere(hostname: string): boolean {
  return ['127.0.0.1', 'localhost'].includes(hostname) || hostname.endsWith('.example');
}

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="48"><path d="M8 8h144v32H8z"/></svg>';

/** Other sites are there and have pictures. To follow a link to one leaves the page where it is. */
function answerElsewhere(route: Route): Promise<void> {
  return route.request().resourceType() === 'image'
    ? route.fulfill({ contentType: 'image/svg+xml', body: PICTURE })
    : route.fulfill({ status: 204 });
}

/** Nobody fills in a form faster. It counts from when the scripts of the page ran. */
export async function waitAsVisitorsDo(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const [loaded] = performance.getEntriesByType('navigation') as unknown as { domComplete: number }[];
    return loaded!.domComplete > 0 && performance.now() > loaded!.domComplete + 1200;
  });
}
