import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedServer } from './built.ts';

export interface BenchDatabase {
  /** Over TCP, as for a remote server. */
  url: string;
  /** Folder of the embedded server's Unix socket. */
  socketFolder?: string;
  drop(): Promise<void>;
}

/** The bench's own database: on the server of DATABASE_URL, or on an embedded server. */
export async function openDatabase(tempDir: string): Promise<BenchDatabase> {
  const given = process.env['DATABASE_URL'];
  return given ? createBeside(given) : startEmbedded(tempDir);
}

async function startEmbedded(tempDir: string): Promise<BenchDatabase> {
  const server = await startEmbeddedServer({ dataDir: join(tempDir, 'data') });
  const url = new URL(server.url);
  const socketFolder = url.searchParams.get('host') ?? undefined;
  url.search = '';
  return { url: url.href, socketFolder, drop: () => server.stop() };
}

/** Creates another database on the same server: empty, or a copy of one that nobody uses. */
export async function createBeside(given: string, copied?: string): Promise<BenchDatabase> {
  const name = `foyer_bench_${randomBytes(4).toString('hex')}`;
  const template = copied === undefined ? 'template1' : new URL(copied).pathname.slice(1);
  await run(given, `create database ${name} template ${template}`);
  const url = new URL(given);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(given, `drop database if exists ${name} with (force)`) };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
