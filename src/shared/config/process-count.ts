import { availableParallelism } from 'node:os';
import { SettingFault, type Setting } from './setting.js';

const MAX_PROCESSES = 256;

/** How many processes serve requests: a number, or one per processor (`auto`). */
export function processCount(about: string): Setting<number> {
  const parse = (value: string) =>
    value === 'auto'
      ? Math.min(availableParallelism(), MAX_PROCESSES)
      : /^[1-9]\d{0,3}$/.test(value) && Number(value) <= MAX_PROCESSES
        ? Number(value)
        : new SettingFault(`must be auto, or a whole number from 1 to ${MAX_PROCESSES}`);
  return { fallback: 1, about, parse };
}

/** All processes together open `DATABASE_POOL_MAX` connections for requests. Each needs at least two. */
export function connectionsOfOne({ DATABASE_POOL_MAX, PROCESSES }: PoolSettings): number {
  return PROCESSES === 1 ? DATABASE_POOL_MAX : Math.max(2, Math.ceil(DATABASE_POOL_MAX / PROCESSES));
}

interface PoolSettings {
  DATABASE_POOL_MAX: number;
  PROCESSES: number;
}
