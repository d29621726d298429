import 'reflect-metadata';
import cluster from 'node:cluster';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { announce, isForPeople } from './application/announce.js';
import { openDatabaseAndLoad } from './application/database.js';
import { assertPortsFree } from './application/ports.js';
import { logProgress, printProgress } from './application/print-progress.js';
import type { MessageToChild, MessageToParent } from './process-group/messages.js';
import { startGroup } from './process-group/start-group.js';
import { startupError } from './application/startup-errors.js';
import type { Announcement, Service } from './application/service.js';
import { readSettings, type Settings } from './shared/config/settings.js';
import { tellParent } from './shared/kernel/parent-process.js';
import { createLogger } from './shared/logging/logger.js';

/** npm forwards a Ctrl-C that the terminal also sends here; the second signal would kill a process that is ending. */
const SECOND_SIGNAL_MS = 200;

// A reader that is gone, such as `head`, must not end the service: that would leave the embedded database behind.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

try {
  const settings = readSettings(process.env);
  const logger = createLogger(settings.LOG_LEVEL);
  await assertPortsFree(settings);
  const isParent = settings.PROCESSES > 1 && cluster.isPrimary;
  const announcement = isParent ? await startGroup(settings, logger) : await startProcess(settings, logger);
  if (cluster.isPrimary) announce(announcement, settings, logger);
  else tellParent({ kind: 'ready', announcement } satisfies MessageToParent);
} catch (error) {
  fail(error);
}

async function startProcess(settings: Settings, logger: Logger): Promise<Announcement> {
  const starting = start(settings, logger);
  endWhenTold(starting);
  return (await starting).announcement;
}

async function start(settings: Settings, logger: Logger): Promise<Service> {
  const progress = isForPeople(settings) ? printProgress(process.stdout) : logProgress(logger);
  const onEmbedded = { log: logger, onGivenUp: fail, onStep: (line: string) => progress.step(line) };
  const load = () => Promise.all([import('./application/service.js'), import('./app.module.js')]);
  const [database, [{ startService }, { AppModule }]] = await openDatabaseAndLoad(settings, load, onEmbedded);
  return startService(AppModule, database, settings, { logger, progress });
}

/** Also ends a start in progress gracefully, so that no database server is left behind. */
function endWhenTold(starting: Promise<Service>): void {
  let ending: Promise<void> | undefined;
  const hurry = new AbortController();
  const end = (how: 'stop' | 'retire', code = 0) => {
    ending ??= starting
      .then((service) => service[how](hurry.signal))
      .then(() => wait(SECOND_SIGNAL_MS))
      .then(() => process.exit(code), fail);
  };
  starting.then(
    (service) => service.onOutdated(() => end('stop', 1)),
    () => undefined,
  );
  const stopSoon = () => {
    hurry.abort();
    end('stop');
  };
  process.on('SIGTERM', () => end('stop'));
  // A user who presses Ctrl-C does not want to wait.
  process.on('SIGINT', stopSoon);
  // A closed terminal must not leave the embedded database behind. Without a terminal, nohup may protect the process.
  if (process.stdout.isTTY && !cluster.worker) process.on('SIGHUP', stopSoon);
  if (!cluster.worker) return;
  process.on('message', ({ kind }: MessageToChild) => kind === 'retire' && end('retire'));
  // Without its parent, a worker gets no more connections. Node would end it in the middle of its work.
  cluster.worker.exitedAfterDisconnect = true;
  process.once('disconnect', stopSoon);
  // A closed terminal also signals the parent, and the parent decides.
  process.on('SIGHUP', () => undefined);
}

function fail(error: unknown): never {
  process.stderr.write(`${startupError(error)}\n`);
  process.exit(1);
}
