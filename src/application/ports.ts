import cluster from 'node:cluster';
import { createServer, type Server } from 'node:http';
import { consolePortOf } from '../shared/config/console-address.js';
import type { Settings } from '../shared/config/settings.js';
import { sitePortOf } from '../shared/config/site-address.js';
import { allListening, listen } from '../shared/http/server/listener.js';

/** A port that the service listens on, and the setting that an operator changes for another one. */
export interface ServicePort {
  port: number;
  setting: { name: string; origin?: string };
}

export function apiPort({ PORT }: Settings): ServicePort {
  return { port: PORT, setting: { name: 'PORT' } };
}

/** Workers serve no pages. */
export function sitePort(settings: Settings): ServicePort | undefined {
  const port = sitePortOf(settings);
  if (settings.ROLE === 'worker' || port === 'off') return undefined;
  const origin = settings.SITE_PORT === undefined ? 'the port after PORT' : undefined;
  return { port, setting: { name: 'SITE_PORT', origin } };
}

export function consolePort(settings: Settings): ServicePort | undefined {
  const port = consolePortOf(settings);
  if (settings.ROLE === 'worker' || port === 'off') return undefined;
  const origin = settings.CONSOLE_PORT === undefined ? 'two ports after PORT' : undefined;
  return { port, setting: { name: 'CONSOLE_PORT', origin } };
}

/** Listens, if this process has such a server. */
export async function listenOn(
  server: Server | undefined,
  at: ServicePort | undefined,
  host: string,
): Promise<string | undefined> {
  return server && at && listen(server, at.port, host, at.setting);
}

/** Listens for a moment on each port, so that a used one is told before a database is made. */
export async function assertPortsFree(settings: Settings): Promise<void> {
  // The parent of several processes has checked them, and holds them.
  if (cluster.isWorker) return;
  const ports = [apiPort(settings), sitePort(settings), consolePort(settings)];
  const probes = ports.filter((each) => each !== undefined).map((each) => ({ each, server: createServer() }));
  try {
    await allListening(probes.map(({ each, server }) => listenOn(server, each, settings.HOST)));
  } finally {
    await Promise.all(probes.map(({ server }) => closed(server)));
  }
}

async function closed(server: Server): Promise<void> {
  if (!server.listening) return;
  const closing = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closing;
}
