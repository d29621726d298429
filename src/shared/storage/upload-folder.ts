import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectSettings } from '../config/config.module.js';
import { incomingFolder } from '../config/incoming-folder.js';
import type { Settings } from '../config/settings.js';
import { clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/errors.js';
import { newUuid } from '../kernel/ids.js';
import { ContentInspector } from './content-inspector.js';
import { FileDamaged, type Download } from './file-store.js';
import { refusedByDisk } from './full-disk.js';
import { ReceivedFile } from './received-file.js';
import { HOUR_MS } from '../kernel/durations.js';

/** No upload takes this long: an older file was left behind by a killed process. */
export const MAX_UPLOAD_MS = HOUR_MS;

type StoredContent = Pick<Download, 'size' | 'sha256' | 'open'>;

/** Where uploads arrive: on this machine's disk, never in memory, whatever their store. */
@Injectable()
export class UploadFolder implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly folder: string;
  private timer?: NodeJS.Timeout;

  constructor(@InjectSettings() private readonly settings: Settings) {
    this.folder = incomingFolder(settings);
  }

  /** Each process cleans its own disk, because others may not have access to it. */
  async onApplicationBootstrap(): Promise<void> {
    await this.removeStale();
    this.timer = setInterval(() => void this.removeStale(), MAX_UPLOAD_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Reads to the end, and leaves nothing behind if that fails. */
  async receive(content: AsyncIterable<Buffer>, limit = this.settings.UPLOAD_LIMIT): Promise<ReceivedFile> {
    const id = newUuid();
    const path = this.pathOf(id);
    const inspector = new ContentInspector();
    try {
      await mkdir(this.folder, { recursive: true });
      // Opened first: a failing pipeline does not wait for its target to open, so the file would appear after its
      // removal.
      const file = await open(path, 'wx', 0o600);
      await pipeline(() => inspect(content, inspector, limit), file.createWriteStream({ flush: true }));
    } catch (error) {
      await rm(path, { force: true });
      throw refusedByDisk(error);
    }
    return new ReceivedFile(path, inspector.size, inspector.sha256(), inspector.mediaType(), id);
  }

  /**
   * Calls `work` with a copy of a stored file on this machine's disk, which exists only meanwhile. Rejects with
   * `FileDamaged` if the copy is not what was stored.
   */
  async withCopy<Result>(
    stored: StoredContent,
    work: (copy: ReceivedFile) => Promise<Result>,
  ): Promise<Result> {
    const copy = await this.copyOf(stored);
    try {
      if (copy.sha256 !== stored.sha256) throw new FileDamaged('It has other content than it had.');
      return await work(copy);
    } finally {
      await this.remove(copy);
    }
  }

  /** The path for a file that another process writes here. */
  pathOf(id: string): string {
    return join(this.folder, id);
  }

  /** Takes over a file that another process has written here. */
  async adopt(id: string): Promise<ReceivedFile> {
    const path = this.pathOf(id);
    const inspector = new ContentInspector();
    const file = await open(path, 'r+');
    try {
      for await (const chunk of file.createReadStream({ autoClose: false })) inspector.add(chunk as Buffer);
      await file.sync();
    } finally {
      await file.close();
    }
    return new ReceivedFile(path, inspector.size, inspector.sha256(), inspector.mediaType(), id);
  }

  /** For a file that was not put into a store. */
  async remove({ path }: Pick<ReceivedFile, 'path'>): Promise<void> {
    await rm(path, { force: true });
  }

  async removeStale(): Promise<void> {
    const oldest = clock.now().getTime() - MAX_UPLOAD_MS;
    // The folder does not exist before the first upload.
    for (const name of await readdir(this.folder).catch(() => [])) {
      const path = join(this.folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found && found.mtimeMs <= oldest) await rm(path, { force: true }).catch(() => undefined);
    }
  }

  private async copyOf({ size, open }: StoredContent): Promise<ReceivedFile> {
    try {
      return await this.receive(await open(), size);
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'too_large') throw error;
      throw new FileDamaged('It is longer than it was.');
    }
  }
}

async function* inspect(
  content: AsyncIterable<Buffer>,
  inspector: ContentInspector,
  limit: number,
): AsyncIterable<Buffer> {
  for await (const chunk of content) {
    inspector.add(chunk);
    if (inspector.size > limit) {
      throw new DomainError('too_large', 'file_too_large', `The file is larger than ${limit} bytes.`);
    }
    yield chunk;
  }
}
