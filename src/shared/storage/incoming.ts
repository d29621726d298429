import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectSettings } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/errors.js';
import { newUuid } from '../kernel/ids.js';
import { Inspection } from './inspection.js';
import { ReceivedFile } from './received-file.js';

/** No upload takes this long: what is older was left behind by a process that was killed. */
export const STALE_MS = 3_600_000;

/** Where files arrive: on this machine's disk, never in memory, whatever store they go to. */
@Injectable()
export class Incoming implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly folder: string;
  private cleaning?: NodeJS.Timeout;

  constructor(@InjectSettings() private readonly settings: Settings) {
    this.folder = resolve(settings.DATA_DIR, 'files', 'incoming');
  }

  /** Each process sees to its own disk, which no other may reach. */
  async onApplicationBootstrap(): Promise<void> {
    await this.removeStale();
    this.cleaning = setInterval(() => void this.removeStale(), STALE_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.cleaning);
  }

  /** Reads to the end, and leaves nothing behind where that fails. */
  async receive(content: Readable): Promise<ReceivedFile> {
    const id = newUuid();
    await mkdir(this.folder, { recursive: true });
    const path = join(this.folder, id);
    const inspection = new Inspection();
    const limited = () => this.limited(content, inspection);
    // Opened first: a pipeline that fails does not wait for its end to be open, which would then appear once removed.
    const file = await open(path, 'wx', 0o600);
    try {
      await pipeline(limited, file.createWriteStream({ flush: true }));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return new ReceivedFile(path, inspection.size, inspection.sha256(), inspection.mediaType(), id);
  }

  /** Away with what was received and not put into a store. */
  async drop({ path }: ReceivedFile): Promise<void> {
    await rm(path, { force: true });
  }

  async removeStale(): Promise<void> {
    const oldest = clock.now().getTime() - STALE_MS;
    // Where nothing has ever arrived, there is no such folder.
    for (const name of await readdir(this.folder).catch(() => [])) {
      const path = join(this.folder, name);
      const found = await stat(path).catch(() => undefined);
      if (found && found.mtimeMs <= oldest) await rm(path, { force: true }).catch(() => undefined);
    }
  }

  private async *limited(content: Readable, inspection: Inspection): AsyncIterable<Buffer> {
    const limit = this.settings.UPLOAD_LIMIT;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      inspection.add(chunk);
      if (inspection.size > limit) {
        throw new DomainError('too_large', 'file_too_large', `The file is larger than ${limit} bytes.`);
      }
      yield chunk;
    }
  }
}
