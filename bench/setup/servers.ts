import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer, type Server } from './processes.ts';

export const POOL_SIZE = 10;

/** The same flags as `npm start` and the image. */
const START_FLAGS = ['--enable-source-maps', '--max-semi-space-size=16'];

/** The same for all processes, because a process that starts with another key replaces it. */
const API_KEY = randomBytes(16).toString('hex');

/** Something to send requests to. */
export interface Target extends Server {
  headers: Record<string, string>;
}

export interface Surroundings {
  databaseUrl: string;
  /** Socket folder of the database server, for the service only: the limit and the peers use TCP. */
  socketFolder?: string;
  tempDir: string;
  /** Flags of Node, such as `--cpu-prof`. */
  nodeArgs?: string[];
  /** Settings that differ from the defaults. */
  env?: Record<string, string>;
  /** Name of the log file, if there are several. */
  logName?: string;
  /** The program of another build. */
  main?: string;
}

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** Starts the built service with default settings. */
export async function startFoyer({
  databaseUrl,
  socketFolder,
  tempDir,
  nodeArgs = [],
  env = {},
  logName = 'foyer',
  main = pathOf('../../dist/main.js'),
}: Surroundings): Promise<Target> {
  const server = await startServer({
    name: 'Foyer',
    args: [...START_FLAGS, ...nodeArgs, main],
    env: {
      PORT: '0',
      DATABASE_URL: socketFolder ? `${databaseUrl}?host=${encodeURIComponent(socketFolder)}` : databaseUrl,
      DATABASE_POOL_MAX: String(POOL_SIZE),
      API_KEY,
      // The limit is checked, but never reached.
      RATE_LIMIT: '1000000:100000000',
      SHUTDOWN_DELAY_MS: '0',
      ...env,
    },
    logFile: join(tempDir, `${logName}.log`),
  });
  return { ...server, headers: { 'x-api-key': API_KEY } };
}

export async function startLimit(
  { databaseUrl, tempDir }: Surroundings,
  tenantId: string,
  processes = 1,
): Promise<Target> {
  const server = await startServer({
    name: 'The limit',
    args: [pathOf('../comparing/limit.ts')],
    env: {
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_MAX: String(Math.ceil(POOL_SIZE / processes)),
      TENANT_ID: tenantId,
      PROCESSES: String(processes),
    },
    logFile: join(tempDir, 'limit.log'),
  });
  return { ...server, headers: {} };
}
