import type { ClientBase } from 'pg';

export const PARTITIONS: number;

export function globalTables(): string[];

export function partitionByTenant(
  client: ClientBase,
  applyRoutines: (client: ClientBase) => Promise<void>,
): Promise<void>;
