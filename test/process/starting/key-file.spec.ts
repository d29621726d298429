import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Pool } from 'pg';
import { TenantStore } from '../../../src/shared/auth/tenant-store.js';
import { ConnectionShares } from '../../../src/shared/database/transactions/connection-shares.js';
import { removeFolders } from '../../embedded/data-folders.js';
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.js';
import { until } from '../../support/until.js';
import { newDataDir } from '../support.js';

const PROCESSES = 4;
const ROUNDS = 15;

let database: TestDatabase;
let pool: Pool;
let processes: ChildProcess[];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new Pool({ connectionString: database.url });
  processes = await Promise.all(Array.from({ length: PROCESSES }, launch));
});
afterAll(async () => {
  for (const each of processes) each.kill('SIGKILL');
  await pool.end();
  await database.drop();
  await removeFolders();
});

describe('processes that start together on one data folder', () => {
  it.each([
    ['is none', async () => undefined],
    ['is a damaged one', (file: string) => writeFile(file, 'foyer_cut')],
    ['is a revoked one', revoked],
  ])('have one key where there %s', async (_, prepare) => {
    for (let round = 0; round < ROUNDS; round++) {
      const start = await newStart();
      const file = path.join(start.dataDir, 'api-key');
      await prepare(file, start.tenantId);
      const keys = await Promise.all(processes.map((each) => keyFrom(each, start)));
      expect(new Set(keys).size).toBe(1);
      expect(await readFile(file, 'utf8')).toBe(`${keys[0]}\n`);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(await readdir(start.dataDir)).toEqual(['api-key']);
      expect(await goodKeys(start.tenantId)).toBe(1);
    }
  });

  it('have the key of one that was killed before the database knew of it', async () => {
    const start = await newStart();
    const lock = await pool.connect();
    await lock.query('begin; lock table api_key');
    const killed = await launch();
    killed.send(start);
    const file = path.join(start.dataDir, 'api-key');
    const written = await until(() => readFile(file, 'utf8').catch(() => undefined));
    const others = processes.map((each) => keyFrom(each, start));
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    await lock.query('rollback');
    lock.release();
    for (const key of await Promise.all(others)) expect(`${key}\n`).toBe(written);
    expect(await goodKeys(start.tenantId)).toBe(1);
  });
});

interface Start {
  dataDir: string;
  tenantId: string;
}

async function launch(): Promise<ChildProcess> {
  const child = fork(path.resolve('test/process/starting/key-holder.mjs'), {
    env: { ...process.env, DATABASE_URL: database.url },
    execArgv: [],
  });
  await once(child, 'message');
  return child;
}

async function newStart(): Promise<Start> {
  const tenantId = await new TenantStore(new ConnectionShares(pool, { max: 1, waitMs: 10_000 })).create(
    randomUUID(),
  );
  return { dataDir: await newDataDir(), tenantId: tenantId! };
}

async function keyFrom(child: ChildProcess, start: Start): Promise<string> {
  child.send(start);
  const [{ key }] = (await once(child, 'message')) as [{ key: string }];
  return key;
}

async function revoked(file: string, tenantId: string): Promise<void> {
  await keyFrom(processes[0]!, { dataDir: path.dirname(file), tenantId });
  await pool.query('update api_key set revoked_at = now() where tenant_id = $1', [tenantId]);
}

async function goodKeys(tenantId: string): Promise<number> {
  const { rowCount } = await pool.query('select from api_key where tenant_id = $1 and revoked_at is null', [
    tenantId,
  ]);
  return rowCount ?? 0;
}
