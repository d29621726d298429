import type { Readable } from 'node:stream';
import { Injectable, Logger } from '@nestjs/common';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { notFound } from '../../shared/kernel/errors.js';
import { wireId } from '../../shared/kernel/ids.js';
import { FileMissing, FileStore, type ByteRange, type Download } from '../../shared/storage/file-store.js';
import { contentTypeOf, fileNameOf, isInline } from './asset-downloads.js';
import { servedFile } from './dto/asset-reads.js';

@Injectable()
export class AssetFilesService {
  private readonly logger = new Logger('assets');

  constructor(
    private readonly reads: PreparedReads,
    private readonly store: FileStore,
  ) {}

  /** Finds the file of an asset that is not in the trash, or of one of its variants. */
  async find(fileId: string, { servesTrashedPreviews = false } = {}): Promise<Download> {
    const row = await this.reads.one(servedFile, fileId, servesTrashedPreviews);
    if (!row) throw notFound('file');
    return {
      name: fileNameOf(row.name, row.mediaType),
      isInline: isInline(row.mediaType),
      mediaType: contentTypeOf(row.mediaType),
      size: row.size,
      sha256: row.sha256,
      open: (range) => this.open(fileId, row.size, range),
    };
  }

  private async open(fileId: string, size: number, range?: ByteRange): Promise<Readable> {
    try {
      return await this.store.open(fileId, size, range);
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      this.logger.error({ msg: 'the file of an asset is missing', fileId: wireId('file', fileId) });
      throw notFound('file');
    }
  }
}
