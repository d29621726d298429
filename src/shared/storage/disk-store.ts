import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { refusedByDisk } from './full-disk.js';
import { FileMissing, FileStore, pathOf, type ByteRange } from './file-store.js';
import type { ReceivedFile } from './received-file.js';

/** Stores files in a folder of this machine. Uploads arrive in the same folder, so a rename is enough. */
export class DiskStore extends FileStore {
  constructor(private readonly folder: string) {
    super();
  }

  async put({ id, path }: ReceivedFile): Promise<void> {
    const target = this.fullPath(id);
    try {
      await mkdir(dirname(target), { recursive: true });
      await rename(path, target);
      await syncFolder(dirname(target));
    } catch (error) {
      throw refusedByDisk(error);
    }
  }

  async open(fileId: string, _size: number, range?: ByteRange): Promise<Readable> {
    const file = await this.find(fileId);
    return file.createReadStream(range ? { start: range.first, end: range.last } : {});
  }

  async remove(fileId: string): Promise<void> {
    await rm(this.fullPath(fileId), { force: true });
  }

  private async find(fileId: string): Promise<FileHandle> {
    try {
      return await open(this.fullPath(fileId));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new FileMissing(fileId);
      throw error;
    }
  }

  private fullPath(fileId: string): string {
    return join(this.folder, pathOf(fileId));
  }
}

/** Otherwise a power failure could undo the rename, although the content is on disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
