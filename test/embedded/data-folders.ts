import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, readdir, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedServer } from '../../src/embedded-postgres/embedded-server.js';
import { until } from '../support/until.js';

export const runsAsRoot = process.geteuid?.() === 0;
export const nobody = { uid: 65534, gid: 65534 };
export const store = '/var/lib/foyer';

/** Nothing here has to survive a power cut. */
export const settings = { fsync: 'off' };

const folders: string[] = [];
const templates: string[] = [];

export async function temporaryFolder(): Promise<string> {
  // macOS and some containers have a link there; error messages show where it leads.
  const folder = await mkdtemp(path.join(await realpath(os.tmpdir()), 'foyer-embedded-'));
  folders.push(folder);
  return folder;
}

/** An empty data folder that everybody may enter, whatever the umask. */
export async function newDataDir(): Promise<string> {
  const parent = await temporaryFolder();
  const dataDir = path.join(parent, '.data');
  await mkdir(dataDir);
  await chmod(parent, 0o755);
  await chmod(dataDir, 0o755);
  return dataDir;
}

let template: Promise<string> | undefined;

/** A data folder with an empty database, copied because making one takes a second. */
export async function filledDataDir(): Promise<string> {
  const dataDir = await newDataDir();
  await fillDataDir(dataDir);
  return dataDir;
}

export async function fillDataDir(dataDir: string): Promise<void> {
  const original = await (template ??= makeTemplate());
  execFileSync('cp', ['-a', path.join(original, 'postgres'), dataDir]);
}

async function makeTemplate(): Promise<string> {
  const dataDir = await newDataDir();
  templates.push(...folders.splice(folders.indexOf(path.dirname(dataDir)), 1));
  const { stop } = await startEmbeddedServer({ dataDir, settings });
  await stop();
  return dataDir;
}

export async function removeTemplates(): Promise<void> {
  folders.push(...templates.splice(0));
  await removeFolders();
}

export function clusterData(dataDir: string): string {
  return path.join(dataDir, 'postgres', 'data');
}

export async function postmasterPid(dataDir: string): Promise<number | undefined> {
  const [pid = ''] = await pidFileLines(dataDir);
  return Number.parseInt(pid, 10) || undefined;
}

async function pidFileLines(dataDir: string): Promise<string[]> {
  const file = path.join(clusterData(dataDir), 'postmaster.pid');
  return (await readFile(file, 'utf8').catch(() => '')).split('\n');
}

/** Made from the server's own files: its password and its port. */
export async function serverUrl(dataDir: string): Promise<string> {
  const password = await readFile(path.join(dataDir, 'postgres', 'password'), 'utf8');
  const [, , , port] = await pidFileLines(dataDir);
  return `postgresql://foyer:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;
}

async function isGone(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return status === '' || stateAndParent(status).state === 'Z';
}

// The name in brackets before these fields may itself hold spaces.
function stateAndParent(status: string): { state: string; parent: number } {
  const [state = '', parent] = status.slice(status.lastIndexOf(')') + 2).split(' ');
  return { state, parent: Number(parent) };
}

async function childrenOf(parent: number): Promise<number[]> {
  const children: number[] = [];
  for (const name of await readdir('/proc')) {
    const status = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    if (/^\d+$/.test(name) && status && stateAndParent(status).parent === parent) children.push(Number(name));
  }
  return children;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it ended meanwhile
  }
}

export async function killServer(dataDir: string): Promise<void> {
  const pid = await postmasterPid(dataDir);
  if (!pid) throw new Error(`no server runs on ${dataDir}`);
  const everybody = [pid, ...(await childrenOf(pid))];
  for (const each of everybody) signal(each, 'SIGKILL');
  for (const each of everybody) await until(() => isGone(each));
}

export async function endServer(dataDir: string): Promise<void> {
  const pid = await postmasterPid(dataDir);
  if (!pid || !(await isServer(pid))) return;
  signal(pid, 'SIGINT');
  await until(() => isGone(pid));
}

async function isServer(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim() === 'postgres';
}

/** Ends servers that a failed test left running, and removes what they and the test made. */
export async function removeFolders(): Promise<void> {
  for (const folder of folders.splice(0)) {
    const inside = await readdir(folder, { recursive: true, withFileTypes: true });
    for (const entry of inside) {
      if (entry.name !== 'postgres' || path.basename(entry.parentPath) !== '.data') continue;
      await endServer(entry.parentPath);
      const cluster = await realpath(path.join(entry.parentPath, entry.name)).catch(() => folder);
      if (cluster.startsWith(`${store}/cluster-`)) await rm(cluster, { recursive: true });
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

export async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  // A server that ends tells so twice: whoever asked hears of it once.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
