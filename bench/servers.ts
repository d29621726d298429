import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer, type Server } from './processes.ts';

export const POOL_SIZE = 10;

/** Something to send requests to. */
export interface Target extends Server {
  headers: Record<string, string>;
}

interface Surroundings {
  databaseUrl: string;
  tempDir: string;
  /** For the process itself, such as `--cpu-prof`. */
  nodeArgs?: string[];
}

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** The service as it is built and as it is by default. */
export async function startFoyer({ databaseUrl, tempDir, nodeArgs = [] }: Surroundings): Promise<Target> {
  const apiKey = randomBytes(16).toString('hex');
  const server = await startServer({
    name: 'Foyer',
    args: [...nodeArgs, pathOf('../dist/main.js')],
    env: {
      PORT: '0',
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_MAX: String(POOL_SIZE),
      API_KEY: apiKey,
    },
    logFile: join(tempDir, 'foyer.log'),
  });
  return { ...server, headers: { 'x-api-key': apiKey } };
}

export async function startLimit({ databaseUrl, tempDir }: Surroundings, tenantId: string): Promise<Target> {
  const server = await startServer({
    name: 'The limit',
    args: [pathOf('limit.ts')],
    env: { DATABASE_URL: databaseUrl, DATABASE_POOL_MAX: String(POOL_SIZE), TENANT_ID: tenantId },
    logFile: join(tempDir, 'limit.log'),
  });
  return { ...server, headers: {} };
}
