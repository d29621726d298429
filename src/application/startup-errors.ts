import { BadSettings } from '../shared/config/settings.js';
import { isDiskFull } from '../shared/database/driver/postgres-errors.js';
import { UnusableDatabase } from '../shared/database/driver/usable-database.js';
import { EmbeddedDatabaseError } from '../embedded-postgres/embedded-database-error.js';
import { CannotListen } from '../shared/http/server/listener.js';
import { ModuleFault } from '../shared/kernel/module-fault.js';
import { hasNoSpace } from '../shared/storage/full-disk.js';

/** A child process did not start. It has printed the reason itself, unless it was killed. */
export class EndedBeforeReady extends Error {
  override readonly name = 'EndedBeforeReady';
}

const SAID_IN_ONE_LINE = [
  ...[BadSettings, UnusableDatabase, EmbeddedDatabaseError, CannotListen, ModuleFault, EndedBeforeReady],
];

const INSUFFICIENT_PRIVILEGE = '42501';

/** One clear line for a known failure; the full stack for any other. */
export function startupError(error: unknown): string {
  if (hasNoSpace(error) || isDiskFull(error))
    return `The disk is full: ${(error as Error).message.split('\n', 1)[0]}.`;
  if (SAID_IN_ONE_LINE.some((kind) => error instanceof kind)) return (error as Error).message;
  if (codeOf(error) === INSUFFICIENT_PRIVILEGE) {
    return `DATABASE_URL: ${(error as Error).message}; its user must be allowed to create schemas and tables.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string } | undefined)?.code;
}
