import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';

/** A file on disk, to upload it. It is read when it is sent, and again for a repeat. */
export async function fileFromPath(path: string): Promise<File> {
  return new File([await openAsBlob(path)], basename(path));
}
