import { setTimeout as pause } from 'node:timers/promises';
import { isBusy } from '../../kernel/errors.js';
import { isOverload, isUnavailable } from '../driver/postgres-errors.js';

const TRIES = 10;
const PAUSE_MS = 1000;

/** An export has many steps. An overload or a failover during one of them must not fail the whole export. */
export async function withRetries<Result>(step: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; tries < TRIES; tries++) {
    try {
      return await step();
    } catch (error) {
      if (!isBusy(error) && !isOverload(error) && !isUnavailable(error)) throw error;
      await pause(PAUSE_MS);
    }
  }
  return step();
}
