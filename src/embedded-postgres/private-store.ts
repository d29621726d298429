import { chmod, mkdir, stat } from 'node:fs/promises';
import { EmbeddedDatabaseError, USE_OTHER_FOLDER, reasonOf } from './embedded-database-error.js';

const STORE = '/var/lib/foyer';

/** Root's folder for files that the unprivileged account needs and cannot reach at their own path. */
export async function privateStore(): Promise<string> {
  try {
    await mkdir(STORE, { recursive: true });
    const { mode } = await stat(STORE);
    // A strict umask would make the folder inaccessible to the account that needs it.
    if ((mode & 0o755) !== 0o755) await chmod(STORE, 0o755);
    return STORE;
  } catch (error) {
    throw storeFailure(error);
  }
}

export function storeFailure(error: unknown): EmbeddedDatabaseError {
  if (error instanceof EmbeddedDatabaseError) return error;
  return new EmbeddedDatabaseError(
    `As root, the embedded PostgreSQL needs ${STORE}, which cannot be used: ${reasonOf(error)}. ${USE_OTHER_FOLDER}`,
    { cause: error },
  );
}
