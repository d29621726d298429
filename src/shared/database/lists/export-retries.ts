import { setTimeout as pause } from 'node:timers/promises';
import { isBusy } from '../../kernel/errors.js';
import { isOverload, isUnavailable } from '../driver/postgres-errors.js';

const TRIES = 10;
const PAUSE_MS = 1000;

/** Among the thousand steps of an export, one may hit an overload or a failover. That must not fail all of them. */
export async function withRetries<Result>(step: () => Promise<Result>, tries = TRIES): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (tries === 1 || !(isBusy(error) || isOverload(error) || isUnavailable(error))) throw error;
    await pause(PAUSE_MS);
    return withRetries(step, tries - 1);
  }
}
