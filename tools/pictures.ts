/**
 * Takes the pictures of docs/site.md and of the README: the pages of the showcase and a screen of the console in
 * Chromium, on a service of its own with an empty data folder. A picture that looks like the stored one is not written
 * again, so a run without a change has no diff.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { SHOWCASE_PAGES } from '#built/modules/pages/index.js';

const FOLDER = 'docs/pictures';

const START_MS = 180_000;

/** `width` is that of the picture. */
const VIEWS = [
  { name: 'wide', viewport: { width: 1440, height: 960 }, width: 720, colorScheme: 'light' },
  { name: 'narrow', viewport: { width: 390, height: 844 }, width: 224, colorScheme: 'dark' },
] as const;

/** The screen of the console that the README shows. */
const CONSOLE_SCREEN = '/pages';

const CONSOLE_VIEWS = (['light', 'dark'] as const).map((colorScheme) => ({
  ...{ name: colorScheme, colorScheme, viewport: { width: 1280, height: 800 }, width: 640 },
}));

type View = (typeof VIEWS)[number] | (typeof CONSOLE_VIEWS)[number];

/** The mean difference of two pixels, of 255, that nobody sees. */
const UNSEEN = 1.5;

/** Pictures load when they come near, so a quick camera would miss some. */
const ALL_LOADED = `Promise.all([document.fonts.ready, ...[...document.images].map((image) => {
  image.loading = 'eager';
  return image.decode();
})])`;

const service = await startService();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--host-resolver-rules=MAP * 127.0.0.1', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});
try {
  await mkdir(FOLDER, { recursive: true });
  for (const { path, content } of SHOWCASE_PAGES)
    for (const view of VIEWS) {
      const url = `${service.siteUrl}/default${path}`;
      await take(`${content.pageType}-${view.name}`, view, (page) => page.goto(url));
    }
  for (const view of CONSOLE_VIEWS)
    await take(`console-${view.name}`, view, async (page) => {
      await page.goto(service.consoleUrl);
      await page.locator('[name=key]').fill(service.key);
      await page.locator('[name=key]').press('Enter');
      await page.waitForURL('**/today');
      await page.goto(service.consoleUrl + CONSOLE_SCREEN);
    });
} finally {
  await browser.close();
  await service.stop();
}

async function take(name: string, view: View, open: (page: Page) => Promise<unknown>): Promise<void> {
  const file = join(FOLDER, `${name}.webp`);
  const written = await write(file, await seen(view, open));
  process.stdout.write(`${file} ${written ? 'is new' : 'looks as before'}\n`);
}

async function seen(
  { viewport, colorScheme, width }: View,
  open: (page: Page) => Promise<unknown>,
): Promise<Buffer> {
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await open(page);
  // A page shows a typeface only if it is there at once, as on the second visit.
  await page.evaluate('document.fonts.ready');
  await page.reload();
  await page.evaluate(ALL_LOADED);
  const picture = await page.screenshot();
  await context.close();
  return sharp(picture).resize({ width }).webp({ quality: 82, effort: 6 }).toBuffer();
}

/** Returns whether the picture looks different from the stored one. */
async function write(file: string, picture: Buffer): Promise<boolean> {
  const stored = await readFile(file).catch(() => undefined);
  if (stored && (await difference(stored, picture)) < UNSEEN) return false;
  await writeFile(file, picture);
  return true;
}

async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((each) => sharp(each).removeAlpha().raw().toBuffer()));
  if (a!.length !== b!.length) return Infinity;
  return a!.reduce((sum, value, index) => sum + Math.abs(value - b![index]!), 0) / a!.length;
}

interface StartedService {
  siteUrl: string;
  consoleUrl: string;
  key: string;
  stop: () => Promise<void>;
}

async function startService(): Promise<StartedService> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'foyer-pictures-'));
  await chmod(DATA_DIR, 0o755); // the embedded database may run as another user
  const [PORT, SITE_PORT, CONSOLE_PORT] = [await freePort(), await freePort(), await freePort()];
  const { DATABASE_URL: _, ...rest } = process.env;
  const ports = { PORT, SITE_PORT, SITE_URL: undefined, CONSOLE_PORT };
  const environment = { ...rest, DATA_DIR, ...ports, SHUTDOWN_DELAY_MS: '0' };
  const started = spawn(process.execPath, ['dist/main.js'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(started, 'exit');
  const [siteUrl, consoleUrl] = [SITE_PORT, CONSOLE_PORT].map((port) => `http://127.0.0.1:${port}`);
  const stop = async () => {
    started.kill('SIGTERM');
    await ended;
    await rm(DATA_DIR, { recursive: true, force: true });
  };
  const until = Date.now() + START_MS;
  while (Date.now() < until && started.exitCode === null) {
    const answer = await fetch(`${siteUrl}/_foyer/health`).catch(() => undefined);
    if (answer?.ok) {
      const key = (await readFile(join(DATA_DIR, 'api-key'), 'utf8')).trim();
      return { siteUrl: siteUrl!, consoleUrl: consoleUrl!, key, stop };
    }
    await wait(200);
  }
  await stop();
  throw new Error('The service did not start; what it wrote is above.');
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}
