import { chmod, mkdir, stat } from 'node:fs/promises';
import { EmbeddedDatabaseError, USE_OTHER_FOLDER, reasonOf } from './embedded-database-error.js';

const STORE = '/var/lib/foyer';

/** Root's folder for what the unprivileged account must reach and cannot reach where it lies. */
export async function privateStore(): Promise<string> {
  try {
    await mkdir(STORE, { recursive: true });
    const { mode } = await stat(STORE);
    // A strict umask would close the very folder that is there to be entered.
    if ((mode & 0o755) !== 0o755) await chmod(STORE, 0o755);
    return STORE;
  } catch (error) {
    throw storeFailure(error);
  }
}

export function storeFailure(error: unknown): EmbeddedDatabaseError {
  if (error instanceof EmbeddedDatabaseError) return error;
  return new EmbeddedDatabaseError(
    `Running as root, PostgreSQL needs ${STORE}, which cannot be used: ${reasonOf(error)}. ${USE_OTHER_FOLDER}`,
    { cause: error },
  );
}
