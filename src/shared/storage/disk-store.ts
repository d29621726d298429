import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { FileGone, FileStore, placeOf, type ByteRange } from './file-store.js';
import type { ReceivedFile } from './received-file.js';

/** Files in a folder of this machine. They arrive in the same folder, so a rename is all it takes. */
export class DiskStore extends FileStore {
  constructor(private readonly folder: string) {
    super();
  }

  async put({ id, path }: ReceivedFile): Promise<void> {
    const place = this.pathOf(id);
    await mkdir(dirname(place), { recursive: true });
    await rename(path, place);
    await syncFolder(dirname(place));
  }

  async open(fileId: string, range?: ByteRange): Promise<Readable> {
    const file = await this.find(fileId);
    return file.createReadStream(range ? { start: range.first, end: range.last } : {});
  }

  async remove(fileId: string): Promise<void> {
    await rm(this.pathOf(fileId), { force: true });
  }

  private async find(fileId: string): Promise<FileHandle> {
    try {
      return await open(this.pathOf(fileId));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new FileGone(fileId);
      throw error;
    }
  }

  private pathOf(fileId: string): string {
    return join(this.folder, placeOf(fileId));
  }
}

/** Else a power cut could take the name back, though the content is on disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
