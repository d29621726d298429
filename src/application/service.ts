import cluster from 'node:cluster';
import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import type { Logger } from 'pino';
import { createConsole } from './console.setup.js';
import { createApp, type RootModule } from './app.setup.js';
import type { OpenDatabase } from './database.js';
import { hasSamples, prepareFirstUse } from './first-start.js';
import { apiPort, consolePort, listenOn, sitePort } from './ports.js';
import { samplePageUrl } from './sample-page-url.js';
import { ApiCaller } from '../modules/console/index.js';
import { prepareSchema } from './schema.js';
import { signInUrl } from './sign-in-url.js';
import { BALANCER_DELAY_MS, type Settings } from '../shared/config/settings.js';
import { ConsoleAddress } from '../shared/config/console-address.js';
import { SiteAddress } from '../shared/config/site-address.js';
import { endOwnConnections } from '../shared/database/driver/connection.js';
import { SchemaFence } from '../shared/database/transactions/schema-fence.js';
import { Metrics } from '../shared/health/metrics.js';
import { Readiness } from '../shared/health/readiness.js';
import { allListening, closeServer } from '../shared/http/server/listener.js';
import type { Progress } from '../shared/kernel/progress.js';
import { stopListening } from '../shared/libraries/node-http-internals.js';
import { createSite } from './site.setup.js';

/** The servers of this process: the API and, if this process serves them, the site and the console. */
interface Servers {
  app: INestApplication;
  site?: Server;
  console?: Server;
}

/** What a process serves, and at which addresses. */
export interface Announcement {
  /** URL of the API on this machine; undefined for a worker beside processes that serve. */
  url: string | undefined;
  /** URL of the site on this machine, if this process serves the site. */
  siteUrl: string | undefined;
  /** URL of the sample page, if there are samples and this process serves the site. */
  samplePageUrl: string | undefined;
  /** URL of the console on this machine, if this process serves it. */
  consoleUrl: string | undefined;
  /** URL that signs in to the console once; only for a person at a terminal. */
  signInUrl: string | undefined;
  /** The initial key, if there is one. */
  apiKey: string | undefined;
  embedded: boolean;
}

export interface Service {
  announcement: Announcement;
  /** Shuts down gracefully; once `hurry` is aborted, without waiting for load balancers. */
  stop(hurry: AbortSignal): Promise<void>;
  /** Shuts down a process that another one has replaced. Clients keep their connections until asked to close them. */
  retire(hurry: AbortSignal): Promise<void>;
  /** Acts when this process has nothing left to do, because a newer release has changed the schema. */
  onOutdated(act: () => void): void;
}

/** Grace period after the shutdown timeout. Whatever is still open then ends with the process. */
const LAST_MOMENT_MS = 2000;

interface Report {
  logger: Logger;
  progress: Progress;
}

export async function startService(
  root: RootModule,
  database: OpenDatabase,
  settings: Settings,
  { logger, progress }: Report,
): Promise<Service> {
  try {
    await prepareSchema(database.directUrl, settings, { say: (line) => logger.warn(line), progress });
    return await startOn(root, database, settings, { logger, progress });
  } catch (error) {
    await database.close().catch(() => undefined);
    throw error;
  }
}

async function startOn(
  root: RootModule,
  database: OpenDatabase,
  settings: Settings,
  { logger, progress }: Report,
): Promise<Service> {
  const app = await createApp(root, settings, database, logger);
  const servers: Servers = { app };
  try {
    await app.init();
    if (database.restarts) app.get(Metrics).gaugeEmbedded(database.restarts);
    const apiKey = await prepareFirstUse(app, settings, database, progress);
    const [forSite, forConsole] = [sitePort(settings), consolePort(settings)];
    if (forSite) servers.site = createSite(app, settings, logger);
    if (forConsole) servers.console = createConsole(app, settings, logger);
    const [url, siteUrl, consoleUrl] = await allListening([
      listenForApi(app, settings),
      listenOn(servers.site, forSite, settings.HOST),
      listenOn(servers.console, forConsole, settings.HOST),
    ]);
    if (siteUrl !== undefined) app.get(SiteAddress).listensOn(siteUrl);
    if (consoleUrl !== undefined) connectConsole(app, { url: url!, consoleUrl });
    const announcement = {
      url,
      siteUrl,
      samplePageUrl: servers.site && hasSamples(settings, database) ? await samplePageUrl(app) : undefined,
      consoleUrl,
      signInUrl: await signInUrl(app, { consoleUrl, apiKey }),
      apiKey,
      embedded: database.embedded,
    };
    return {
      announcement,
      stop: (hurry) => stopService(servers, database, settings, hurry),
      retire: (hurry) => retireService(servers, database, settings, hurry),
      // A process that serves can still answer reads.
      onOutdated: (act) =>
        settings.ROLE === 'worker' && app.get(SchemaFence).onOutdated(() => Promise.resolve(act())),
    };
  } catch (error) {
    await closeInTime(servers, database.directUrl, settings).catch(() => undefined);
    throw error;
  }
}

async function listenForApi(app: INestApplication, settings: Settings): Promise<string | undefined> {
  // A worker beside processes that serve does not listen: they use that address.
  const isSilent = cluster.isWorker && settings.ROLE === 'worker' && settings.PROCESSES === 1;
  return isSilent ? undefined : listenOn(app.getHttpServer() as Server, apiPort(settings), settings.HOST);
}

function connectConsole(
  app: INestApplication,
  { url, consoleUrl }: { url: string; consoleUrl: string },
): void {
  app.get(ApiCaller, { strict: false }).callsAt(url);
  app.get(ConsoleAddress).listensOn(consoleUrl);
}

/** Stops from the outside in: new requests, running requests, jobs, connections, the server. */
async function stopService(
  servers: Servers,
  database: OpenDatabase,
  settings: Settings,
  hurry: AbortSignal,
): Promise<void> {
  servers.app.get(Readiness).leave();
  await wait(shutdownDelay(database, settings), undefined, { signal: hurry }).catch(() => undefined);
  await closeInTime(servers, database.directUrl, settings).finally(() => database.close());
}

async function retireService(
  servers: Servers,
  database: OpenDatabase,
  settings: Settings,
  hurry: AbortSignal,
): Promise<void> {
  servers.app.get(Readiness).leave({ isReplaced: true });
  const delay = wait(settings.SHUTDOWN_DELAY_MS ?? BALANCER_DELAY_MS, undefined, { signal: hurry });
  await Promise.race([Promise.all(serversOf(servers).map(stopListening)), delay]).catch(() => undefined);
  await closeInTime(servers, database.directUrl, settings).finally(() => database.close());
}

/** Neither a worker nor the single process on an embedded database is behind a load balancer. */
function shutdownDelay({ embedded }: OpenDatabase, { SHUTDOWN_DELAY_MS, ROLE }: Settings): number {
  return SHUTDOWN_DELAY_MS ?? (embedded || ROLE === 'worker' ? 0 : BALANCER_DELAY_MS);
}

function serversOf({ app, site, console }: Servers): Server[] {
  return [app.getHttpServer() as Server, site, console].filter((server) => server !== undefined);
}

async function closeInTime(servers: Servers, directUrl: string, settings: Settings): Promise<void> {
  const timeoutMs = settings.SHUTDOWN_TIMEOUT_MS;
  const deadline = setTimeout(() => void endOwnConnections(directUrl), timeoutMs);
  const close = async () => {
    servers.app.get(Readiness).endLiveAnswers();
    await Promise.all(serversOf(servers).map((server) => closeServer(server, timeoutMs)));
    await servers.app.close();
  };
  await Promise.race([close(), wait(timeoutMs + LAST_MOMENT_MS)]).finally(() => clearTimeout(deadline));
}
