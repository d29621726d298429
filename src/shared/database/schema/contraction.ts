import { setTimeout as wait } from 'node:timers/promises';
import type { Client, ClientBase } from 'pg';
import { SECOND_MS } from '../../kernel/durations.js';
import { isLockTimeout } from '../driver/postgres-errors.js';
import {
  FLOOR_CHANNEL,
  FLOOR_TABLE,
  floorIn,
  HOLDERS_OF_SCHEMA,
  LOCK_SCHEMA_ALONE,
  outdatedBy,
  UNLOCK_SCHEMA,
} from '../driver/schema-floor.js';
import { UnusableDatabase } from '../driver/usable-database.js';
import { withConnection } from '../driver/with-connection.js';
import { migrationNumber } from './migration-names.js';
import type { MigrationClass, Schema } from './orm-options.js';

const ANNOUNCE = `select pg_notify('${FLOOR_CHANNEL}', $1)`;

/** An older process that did not hear the announcement, because it was connecting, hears the next one. */
const ANNOUNCES_EVERY_MS = SECOND_MS;

const LAST_TRANSACTIONS_MS = 50 * SECOND_MS;

/** How long older processes may take: they end their work by their timeout, and then their last transactions end. */
export const patienceFor = (shutdownTimeoutMs: number): number => shutdownTimeoutMs + LAST_TRANSACTIONS_MS;

/** The number of the latest migration that this program knows. */
export function builtFor(schemas: readonly Schema[]): number {
  return highest(schemas.flatMap(({ migrations }) => migrations));
}

/** 0 if there is none among them. */
export function floorOf(migrations: readonly MigrationClass[]): number {
  return highest(migrations.filter(({ effect }) => effect === 'contracting'));
}

export async function createFloor(client: ClientBase): Promise<void> {
  await client.query(`create table if not exists ${FLOOR_TABLE} (number bigint not null)`);
  await client.query(`insert into ${FLOOR_TABLE} select 0 where not exists (select from ${FLOOR_TABLE})`);
}

export const raiseFloor = (floor: number): string =>
  `update ${FLOOR_TABLE} set number = ${floor} where number < ${floor}`;

/** For a start: a newer release may have contracted the schema. */
export async function assertKnown(client: ClientBase, schemas: readonly Schema[]): Promise<void> {
  const found = await client.query<{ name: string | null }>(`select to_regclass('${FLOOR_TABLE}') as name`);
  const floor = found.rows[0]?.name === null ? 0 : await floorIn(client);
  if (floor > builtFor(schemas)) throw new UnusableDatabase(outdatedBy(builtFor(schemas), floor));
}

interface Contraction {
  url: string;
  floor: number;
  /** How long older processes may take to leave. */
  patienceMs: number;
}

/** Does the work while no process of an older release uses the schema. */
export async function withoutOlderProcesses<Result>(
  client: Client,
  { url, floor, patienceMs }: Contraction,
  work: () => Promise<Result>,
): Promise<Result> {
  const announcing = new AbortController();
  void announce(url, floor, announcing.signal);
  try {
    await lockAlone(client, patienceMs);
  } finally {
    announcing.abort();
  }
  try {
    return await work();
  } finally {
    await client.query(UNLOCK_SCHEMA);
  }
}

/** The lock belongs to the session, so it outlives the transaction that limits the wait. */
async function lockAlone(client: Client, patienceMs: number): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${patienceMs}`);
    await client.query(LOCK_SCHEMA_ALONE);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw isLockTimeout(error) ? await stillInUse(client, patienceMs) : error;
  }
}

async function stillInUse(client: Client, patienceMs: number): Promise<UnusableDatabase> {
  const { rows } = await client.query<{ pid: number; name: string; host: string | null }>(HOLDERS_OF_SCHEMA);
  const holders = rows.map(
    ({ pid, name, host }) => `server process ${pid} ("${name}"${host ? `, from ${host}` : ''})`,
  );
  return new UnusableDatabase(
    `The migration has waited ${patienceMs / SECOND_MS} s for older processes, and has changed nothing. ` +
      `These still use the schema: ${holders.join(', ')}; stop them, and migrate again.`,
  );
}

/** Never rejects. */
async function announce(url: string, floor: number, signal: AbortSignal): Promise<void> {
  const pause = () => wait(ANNOUNCES_EVERY_MS, true, { signal, ref: false }).catch(() => false);
  const tell = async (client: Client) => {
    do await client.query(ANNOUNCE, [String(floor)]);
    while (await pause());
  };
  do await withConnection(url, tell).catch(() => undefined);
  while (await pause());
}

function highest(migrations: readonly MigrationClass[]): number {
  return Math.max(0, ...migrations.map(({ name }) => migrationNumber(name) ?? 0));
}
