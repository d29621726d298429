import { Injectable, Logger } from '@nestjs/common';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { notFound } from '../../shared/kernel/errors.js';
import { wireId } from '../../shared/kernel/ids.js';
import { FileMissing, FileStore, type Download } from '../../shared/storage/file-store.js';
import { contentTypeOf, fileNameOf } from './asset-downloads.js';
import { servedFile } from './dto/asset-reads.js';

@Injectable()
export class AssetFilesService {
  private readonly logger = new Logger('assets');

  constructor(
    private readonly reads: PreparedReads,
    private readonly store: FileStore,
  ) {}

  /**
   * Finds the file of an asset that is not in the trash, or of one of its variants. The API also finds previews in the
   * trash.
   */
  async find(fileId: string, reader: 'api' | 'visitor'): Promise<Download> {
    const row = await this.reads.one(servedFile, fileId, reader === 'api');
    if (!row) throw notFound('file');
    return {
      name: fileNameOf(row.name, row.mediaType),
      mediaType: contentTypeOf(row.mediaType),
      size: row.size,
      sha256: row.sha256,
      open: (range) => this.orNotFound(fileId, this.store.open(fileId, row.size, range)),
    };
  }

  private async orNotFound<Content>(fileId: string, content: Promise<Content>): Promise<Content> {
    try {
      return await content;
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      this.logger.error({ msg: 'the file of an asset is missing', fileId: wireId('file', fileId) });
      throw notFound('file');
    }
  }
}
