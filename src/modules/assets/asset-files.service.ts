import type { Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import { PreparedReads } from '../../shared/database/prepared-reads.js';
import { notFound } from '../../shared/kernel/errors.js';
import { wireId } from '../../shared/kernel/ids.js';
import { FileGone, FileStore, type ByteRange, type ServedFile } from '../../shared/storage/file-store.js';
import { contentTypeOf, fileNameOf, isShown } from './asset-kinds.js';
import { fileOfActive } from './asset-reads.js';

@Injectable()
export class AssetFilesService {
  private readonly logger = new Logger('assets');

  constructor(
    private readonly reads: PreparedReads,
    private readonly store: FileStore,
  ) {}

  /** Of an asset that is not in the trash. */
  async find(fileId: string): Promise<ServedFile> {
    const row = await this.reads.one(fileOfActive, fileId);
    if (!row) throw notFound('file');
    return {
      name: fileNameOf(row.name, row.mediaType),
      isShown: isShown(row.mediaType),
      mediaType: contentTypeOf(row.mediaType),
      size: row.size,
      sha256: row.sha256,
      open: (range) => this.open(fileId, range),
    };
  }

  private async open(fileId: string, range?: ByteRange): Promise<Readable> {
    try {
      return await this.store.open(fileId, range);
    } catch (error) {
      if (!(error instanceof FileGone)) throw error;
      this.logger.error({ msg: 'an asset is without its file', fileId: wireId('file', fileId) });
      throw notFound('file');
    }
  }
}
