import 'reflect-metadata';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { openDatabaseAndLoad } from './database.js';
import { startupError } from './startup-errors.js';
import type { Service } from './service.js';
import { readSettings, type Settings } from './shared/config/settings.js';
import { createLogger } from './shared/logging/logger.js';

/** npm passes on a Ctrl-C that the terminal has sent here as well; a process in its last moment would die of it. */
const SECOND_SIGNAL_MS = 200;

try {
  const settings = readSettings(process.env);
  const logger = createLogger(settings.LOG_LEVEL);
  const starting = start(settings, logger);
  stopOnSignal(starting);
  const service = await starting;
  const forPeople = settings.ROLE !== 'worker' && (service.embedded || process.stdout.isTTY);
  if (forPeople) process.stdout.write(welcome(service, settings));
  else logger.info({ url: service.url, site: service.siteUrl, role: settings.ROLE }, 'ready');
} catch (error) {
  fail(error);
}

async function start(settings: Settings, logger: Logger): Promise<Service> {
  const onLost = { log: logger, onGivenUp: fail };
  const [database, { startService }] = await openDatabaseAndLoad(
    settings,
    () => import('./service.js'),
    onLost,
  );
  return startService(database, settings, logger);
}

/** A start that is under way is ended in good order too, so that it leaves no database server behind. */
function stopOnSignal(starting: Promise<Service>): void {
  let stopping: Promise<void> | undefined;
  const hurry = new AbortController();
  const stop = () => {
    stopping ??= starting
      .then((service) => service.stop(hurry.signal))
      .then(() => wait(SECOND_SIGNAL_MS))
      .then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', stop);
  // Whoever presses Ctrl-C does not want to wait.
  process.on('SIGINT', () => {
    hurry.abort();
    stop();
  });
}

function fail(error: unknown): never {
  process.stderr.write(`${startupError(error)}\n`);
  process.exit(1);
}

function welcome({ url, samplePageUrl, apiKey, embedded }: Service, settings: Settings): string {
  const key = apiKey ?? '<key>';
  return [
    '',
    'Foyer is ready.',
    '',
    `  Docs      ${url}/docs`,
    ...(samplePageUrl ? [`  A page    ${samplePageUrl}`] : []),
    `  API key   ${apiKey ?? 'make one: npm run -s cli -- key create --tenant default'}`,
    `  Data      ${embedded ? `${settings.DATA_DIR} (embedded PostgreSQL)` : 'DATABASE_URL'}`,
    `  Try       curl -s -H 'x-api-key: ${key}' ${url}/v0/topics`,
    '',
    '',
  ].join('\n');
}
