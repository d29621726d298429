import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPgBouncer } from '../servers/pgbouncer.mjs';
import { build, startWithModules } from './prepare.mjs';
import { partitionByTenant } from '../database/tenant-partitions.mjs';

// Test data need not survive a power cut. `.ci/external-postgres` has the same settings.
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '1GB',
  maintenance_work_mem: '256MB',
  max_connections: '300',
};

/**
 * One server and two templates for the whole run: a migrated one, and one that also has the tenants of the tests. Each
 * test file clones its own database from one of them. With `PGBOUNCER=transaction` (or `session`), services reach their
 * databases through PgBouncer. With `PARTITIONED=1`, the tables of tenants are partitioned by tenant.
 */
export default async function setUp() {
  startWithModules();
  build();
  const { prepareSchema } = await import('../../../dist/application/schema.js');
  const server = process.env.DATABASE_URL ? givenServer(process.env.DATABASE_URL) : await embeddedServer();
  const template = `foyer_test_template_${process.pid}`;
  await onServer(server.url, `create database ${template}`);
  await prepareSchema(withDatabase(server.url, template), { MIGRATE: true });
  if (process.env.PARTITIONED) await partition(withDatabase(server.url, template));
  const filledTemplate = `${template}_filled`;
  await onServer(server.url, `create database ${filledTemplate} template ${template} strategy file_copy`);
  const { fillTemplate } = await import('../database/filled-template.mjs');
  const { remove, ...filled } = await fillTemplate(withDatabase(server.url, filledTemplate));
  process.env.TEST_DATABASE_URL = server.url;
  process.env.TEST_TEMPLATE = template;
  process.env.TEST_FILLED_TEMPLATE = JSON.stringify({ template: filledTemplate, ...filled });
  // Tests of several processes use more connections than Debian's configuration allows.
  const pooler =
    process.env.PGBOUNCER &&
    (await startPgBouncer(server.url, process.env.PGBOUNCER, 'max_client_conn = 1000'));
  if (pooler) process.env.TEST_POOLER_URL = pooler.url;
  globalThis.tearDownServer = async () => {
    if (pooler) await pooler.stop();
    for (const each of [filledTemplate, template]) await onServer(server.url, `drop database ${each}`);
    await remove();
    await server.stop();
  };
}

function givenServer(url) {
  return { url, stop: async () => undefined };
}

async function embeddedServer() {
  const dataDir = await mkdtemp(join((await hasMemory()) ? MEMORY : tmpdir(), 'foyer-test-'));
  await chmod(dataDir, 0o755); // if root starts the server, it runs as another user, who must be able to enter
  const { startEmbeddedServer } = await import('../../../dist/embedded-postgres/embedded-server.js');
  const server = await startEmbeddedServer({ dataDir, settings: FAST });
  const stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  // Over TCP, because tests put poolers and proxies in between, at other ports.
  const url = new URL(server.url);
  url.search = '';
  return { url: url.href, stop };
}

/** Files in memory save a tenth of the time: each test file copies and deletes a database. */
const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 8 * 1024 ** 3;

async function hasMemory() {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= ENOUGH_BYTES;
}

async function partition(url) {
  const { SCHEMAS } = await import('../../../dist/application/modules.js');
  const { applyRoutines } = await import('../../../dist/shared/database/schema/routines.js');
  await withClient(url, (client) =>
    partitionByTenant(client, () => applyRoutines(client, SCHEMAS, { isForced: true })),
  );
}

const onServer = (url, sql) => withClient(url, (client) => client.query(sql));

async function withClient(url, work) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function withDatabase(url, database) {
  const named = new URL(url);
  named.pathname = database;
  return named.href;
}
