import type { ClientBase } from 'pg';

export const PARTITIONS: number;
export const GLOBAL_TABLES: readonly string[];

export function partitionByTenant(
  client: ClientBase,
  applyRoutines: (client: ClientBase) => Promise<void>,
): Promise<void>;
