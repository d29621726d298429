import { BadSettings } from './shared/config/settings.js';
import { UnusableDatabase } from './shared/database/connection.js';
import { EmbeddedDatabaseError } from './shared/database/embedded/embedded-database-error.js';
import { CannotListen } from './shared/http/listener.js';

const FOR_THE_OPERATOR = [BadSettings, UnusableDatabase, EmbeddedDatabaseError, CannotListen];

/** One clear line for what the person who starts the service can mend; the whole story for anything else. */
export function explain(error: unknown): string {
  if (FOR_THE_OPERATOR.some((kind) => error instanceof kind)) return (error as Error).message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
