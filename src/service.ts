import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import type { Logger } from 'pino';
import { createApp } from './app.setup.js';
import type { OpenDatabase } from './database.js';
import { prepareFirstUse } from './first-start.js';
import { prepareSchema } from './schema.js';
import type { Settings } from './shared/config/settings.js';
import { endOwnConnections } from './shared/database/connection.js';
import { Metrics } from './shared/health/metrics.js';
import { Readiness } from './shared/health/readiness.js';
import { closeServer, listen } from './shared/http/listener.js';

export interface Service {
  /** Where it can be reached from this machine. */
  url: string;
  /** The key to begin with, where there is one. */
  apiKey: string | undefined;
  embedded: boolean;
  /** In good order; once this is aborted, without waiting for load balancers. */
  stop(hurry: AbortSignal): Promise<void>;
}

/** HAProxy checks every 2 s and gives a process up after three failed checks. It must go on serving until then. */
const BALANCER_DELAY_MS = 7000;

/** What can't be ended in good order by then is left to the end of the process. */
const LAST_MOMENT_MS = 2000;

export async function startService(
  database: OpenDatabase,
  settings: Settings,
  logger: Logger,
): Promise<Service> {
  try {
    await prepareSchema(database.directUrl, settings, (line) => logger.warn(line));
    return await startOn(database, settings, logger);
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
}

async function startOn(database: OpenDatabase, settings: Settings, logger: Logger): Promise<Service> {
  const app = await createApp(settings, database, logger);
  try {
    await app.init();
    if (database.restarts) app.get(Metrics).gaugeEmbedded(database.restarts);
    const apiKey = await prepareFirstUse(app, settings, database.embedded);
    const url = await listen(app.getHttpServer(), settings.PORT, settings.HOST);
    return {
      url,
      apiKey,
      embedded: database.embedded,
      stop: (hurry) => stopService(app, database, settings, hurry),
    };
  } catch (error) {
    await closeInTime(app, database.directUrl, settings).catch(() => undefined);
    throw error;
  }
}

/** From the outside in: no new requests, the running ones, the jobs, the connections, the server. */
async function stopService(
  app: INestApplication,
  database: OpenDatabase,
  settings: Settings,
  hurry: AbortSignal,
): Promise<void> {
  app.get(Readiness).leave();
  await wait(shutdownDelay(database, settings), undefined, { signal: hurry }).catch(() => undefined);
  await closeInTime(app, database.directUrl, settings).finally(() => database.close());
}

/** No load balancer stands before a worker, nor before the one process on an embedded database. */
function shutdownDelay({ embedded }: OpenDatabase, { SHUTDOWN_DELAY_MS, ROLE }: Settings): number {
  return SHUTDOWN_DELAY_MS ?? (embedded || ROLE === 'worker' ? 0 : BALANCER_DELAY_MS);
}

async function closeInTime(app: INestApplication, directUrl: string, settings: Settings): Promise<void> {
  const timeoutMs = settings.SHUTDOWN_TIMEOUT_MS;
  const deadline = setTimeout(() => void endOwnConnections(directUrl), timeoutMs);
  const close = async () => {
    await closeServer(app.getHttpServer() as Server, timeoutMs);
    await app.close();
  };
  await Promise.race([close(), wait(timeoutMs + LAST_MOMENT_MS)]).finally(() => clearTimeout(deadline));
}
