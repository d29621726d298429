import { setTimeout as wait } from 'node:timers/promises';
import { DomainError } from '../kernel/errors.js';

/** Operators need to know soon that the database does not respond. */
const TIMEOUT_MS = 2000;

export function inTime<Result>(answer: Promise<Result>): Promise<Result> {
  return Promise.race([answer, silence()]);
}

async function silence(): Promise<never> {
  await wait(TIMEOUT_MS, undefined, { ref: false });
  throw new DomainError('unavailable', 'database_silent', 'The database does not respond.');
}
