import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

/**
 * A file on disk, to upload it. It is read at once: Node ends the process if a file changes or vanishes while `fetch`
 * reads it.
 */
export async function fileFromPath(path: string): Promise<File> {
  return new File([await readFile(path)], basename(path));
}
