import { randomBytes } from 'node:crypto';
import { chown, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Binaries, program } from './binaries.js';
import { type Cluster, clusterIn } from './cluster.js';
import { EmbeddedDatabaseError, USE_OTHER_FOLDER, lastLines } from './embedded-database-error.js';
import { placeCluster } from './place-cluster.js';
import { type Account, runCommand } from './run-command.js';

export interface Recipe {
  binaries: Binaries;
  account: Account | undefined;
  /** False only if losing the database in a power cut does not matter. */
  sync: boolean;
}

export function createCluster(dataDir: string, recipe: Recipe): Promise<void> {
  return placeCluster(dataDir, recipe.account, (folder) => initialise(folder, recipe));
}

async function initialise(folder: string, { binaries, account, sync }: Recipe): Promise<void> {
  const cluster = clusterIn(folder, account);
  await writePassword(cluster);
  const result = await runCommand(program(binaries, 'initdb'), initdbOptions(cluster, sync), { account });
  if (result.ok) return;
  throw new EmbeddedDatabaseError(
    `PostgreSQL could not create a database in ${path.dirname(folder)}: ${reasonIn(result.output)}. ` +
      USE_OTHER_FOLDER,
  );
}

/** PostgreSQL's error if a disk is full, also if a part of a write was still possible. Other errors follow it. */
const DISK_IS_FULL = /(?:FATAL|ERROR|PANIC): +(.*)\n.*HINT: +Check free disk space|.*No space left on device/;

function reasonIn(output: string): string {
  const [line, reason = line] = DISK_IS_FULL.exec(output) ?? [];
  return reason === undefined ? lastLines(output) : `the disk is full: ${reason}`;
}

async function writePassword({ passwordFile, account }: Cluster): Promise<void> {
  const password = randomBytes(24).toString('base64url');
  await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx', flush: true });
  if (account) await chown(passwordFile, account.uid, account.gid);
}

function initdbOptions({ data, passwordFile }: Cluster, sync: boolean): string[] {
  const options = [
    `--pgdata=${data}`,
    '--username=foyer',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
  return sync ? options : [...options, '--no-sync'];
}
