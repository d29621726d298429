import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Cleanup } from '../setup/cleanup.ts';
import { createBeside } from '../setup/database.ts';
import { post } from '../setup/posts.ts';
import { startServer } from '../setup/processes.ts';
import { POOL_SIZE, type Surroundings, type Target } from '../setup/servers.ts';
import { fillPersons } from './fill.ts';
import { installed } from './install.ts';
import { inData, type Side } from './side.ts';

const run = promisify(execFile);

const VERSION = '12.4.0';

const PACKAGE = {
  name: 'directus',
  version: VERSION,
  manifest: {
    dependencies: { directus: VERSION },
    // The version that Directus requires must be compiled. It runs scripts of flows, and no request here has one.
    overrides: { 'isolated-vm': '6.1.2' },
  },
};

/** The program that `directus` runs after its check for updates. */
const PROGRAM = 'node_modules/@directus/api/dist/cli/run.js';

const text = (field: string) => ({ field, type: 'string' });
const time = (field: string, special: string) => ({ field, type: 'timestamp', meta: { special: [special] } });

const COLLECTION = {
  collection: 'persons',
  schema: {},
  meta: {},
  fields: [
    { field: 'id', type: 'uuid', schema: { is_primary_key: true }, meta: { special: ['uuid'] } },
    ...['name', 'slug', 'email', 'domain', 'phone_number', 'linkedin_profile_url'].map(text),
    time('created_at', 'date-created'),
    time('updated_at', 'date-updated'),
  ],
};

/** One process with default settings, and one whose schema is frozen instead of copied for each request. */
export async function startDirectus(
  { databaseUrl, tempDir }: Surroundings,
  cleanup: Cleanup,
): Promise<Side[]> {
  const cwd = await installed(PACKAGE);
  const program = join(cwd, PROGRAM);
  const database = await createBeside(databaseUrl);
  cleanup.add(() => database.drop());
  const token = randomBytes(16).toString('hex');
  const env = settings(database.url, token);
  await run(process.execPath, [program, 'bootstrap'], { cwd, env: { PATH: process.env['PATH'], ...env } });
  const start = async (name: string, logName: string, more: Record<string, string>): Promise<Target> => {
    const server = await startServer({
      name,
      args: [program, 'start'],
      env: { ...env, ...more },
      logFile: join(tempDir, `${logName}.log`),
      cwd,
      listensAt: /Server started at (?:http:\/\/)?([\d.]+:\d+)/,
    });
    cleanup.add(() => server.stop());
    return { ...server, headers: { authorization: `Bearer ${token}` } };
  };
  const asItIs = await start('Directus', 'directus', {});
  await post(asItIs, '/collections', COLLECTION);
  const ids = await fillPersons(database.url, { id: 'id', own: { id: 'gen_random_uuid()' } });
  const frozen = await start('Directus, schema frozen', 'directus-frozen', {
    CACHE_SCHEMA_FREEZE_ENABLED: 'true',
  });
  return [asItIs, frozen].map((target) => ({
    ...{ target, ids, ...inData },
    pathOf: (id) => `/items/persons/${id}`,
    newestPath: '/items/persons?sort=-created_at&limit=20',
    createPath: '/items/persons',
    bodyOf: (person) => person,
  }));
}

function settings(databaseUrl: string, token: string): Record<string, string> {
  return {
    ...{ NODE_ENV: 'production', HOST: '127.0.0.1', PORT: '0', PUBLIC_URL: 'http://127.0.0.1' },
    ...{ DB_CLIENT: 'pg', DB_CONNECTION_STRING: databaseUrl, DB_POOL__MAX: String(POOL_SIZE) },
    ...{ SECRET: randomBytes(32).toString('hex'), TELEMETRY: 'false', SERVE_APP: 'false', LOG_STYLE: 'raw' },
    // Otherwise Directus refuses requests while it is busy, which it always is here.
    PRESSURE_LIMITER_ENABLED: 'false',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: randomBytes(16).toString('hex'),
    ADMIN_TOKEN: token,
  };
}
