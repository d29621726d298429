import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import type { Logger } from 'pino';
import { createApp } from './app.setup.js';
import { openDatabase, type OpenDatabase } from './database.js';
import { prepareFirstUse } from './first-start.js';
import type { Settings } from './shared/config/settings.js';
import { Readiness } from './shared/health/readiness.js';
import { closeServer, listen } from './shared/http/listener.js';

export interface Service {
  /** Where it can be reached from this machine. */
  url: string;
  /** The key to begin with, where there is one. */
  apiKey: string | undefined;
  embedded: boolean;
  stop(): Promise<void>;
}

export async function startService(settings: Settings, logger: Logger): Promise<Service> {
  const database = await openDatabase(settings);
  const app = await createApp(settings, database.url, logger);
  const stop = () => stopService(app, database, settings);
  try {
    await app.init();
    const apiKey = await prepareFirstUse(app, settings, database.embedded);
    const url = await listen(app.getHttpServer() as Server, settings.PORT, settings.HOST);
    return { url, apiKey, embedded: database.embedded, stop };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

/** From the outside in: no new requests, the running ones, the jobs, the connections, the server. */
async function stopService(app: INestApplication, database: OpenDatabase, settings: Settings): Promise<void> {
  app.get(Readiness).leave();
  await wait(settings.SHUTDOWN_DELAY_MS);
  await closeServer(app.getHttpServer() as Server, settings.SHUTDOWN_TIMEOUT_MS);
  await app.close();
  await database.close();
}
