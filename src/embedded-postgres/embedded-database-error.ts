import { types } from 'node:util';

export const USE_OWN_SERVER = 'set DATABASE_URL to use a PostgreSQL server of your own';
export const USE_OTHER_FOLDER = `Set DATA_DIR to another folder, or ${USE_OWN_SERVER}.`;

/** Its message is one line for the operator: the problem, and the setting that helps. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';
}

export function errorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}

export function reasonOf(error: unknown): string {
  return types.isNativeError(error) ? error.message : String(error);
}

/** The end of a program's output, which says why it failed, on one line. */
export function lastLines(output: string, count = 4): string {
  const lines = output.split('\n').map((line) => line.trim());
  return lines.filter(Boolean).slice(-count).join(' | ');
}

export function cannotWrite(folder: string, error: unknown): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The data folder ${folder} cannot be written: ${reasonOf(error)}. ${USE_OTHER_FOLDER}`,
    { cause: error },
  );
}
