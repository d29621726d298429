import { Injectable, Logger } from '@nestjs/common';
import { PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { PreparedWrites } from '../../../shared/database/records/prepared-writes.js';
import { RecordLock } from '../../../shared/database/transactions/record-lock.js';
import { UnitOfWork } from '../../../shared/database/transactions/unit-of-work.js';
import { newUuid } from '../../../shared/kernel/ids.js';
import { PictureFault } from '../../../shared/pictures/picture-fault.js';
import { isDecoded, type PictureFile, type Rendering } from '../../../shared/pictures/picture-questions.js';
import { Pictures } from '../../../shared/pictures/pictures.js';
import { FileDamaged, FileMissing, FileStore } from '../../../shared/storage/file-store.js';
import type { ReceivedFile } from '../../../shared/storage/received-file.js';
import { StoredFiles } from '../../../shared/storage/stored-files.js';
import { UploadFolder } from '../../../shared/storage/upload-folder.js';
import { Asset } from '../entities/asset.entity.js';
import { insertVariants, originalWithoutVariants, type Original } from './variant-reads.js';
import { LARGEST_WIDTH, staysAsItIs, variantsOf, type WantedVariant } from './variant-sizes.js';

/** Whether the file itself is why its variants can't be made. */
export function isFaultOfFile(error: unknown): boolean {
  return [PictureFault, FileMissing, FileDamaged].some((fault) => error instanceof fault);
}

interface Variant extends WantedVariant {
  file: ReceivedFile;
  width: number;
  height: number;
}

/** Makes smaller pictures of an asset's picture. A kill at any moment leaves orphans at most (stored-files.ts). */
@Injectable()
export class VariantMaker {
  private readonly logger = new Logger('assets');

  constructor(
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly recordLock: RecordLock,
    private readonly unitOfWork: UnitOfWork,
    private readonly pictures: Pictures,
    private readonly store: FileStore,
    private readonly uploads: UploadFolder,
    private readonly files: StoredFiles,
  ) {}

  /** Does nothing for an asset that has its variants, or is gone. */
  async make(assetId: string): Promise<void> {
    const original = await this.reads.one(originalWithoutVariants, assetId);
    if (!original) return;
    const stored: Variant[] = [];
    try {
      await this.makeAll(assetId, original, stored);
    } catch (error) {
      if (!isFaultOfFile(error)) throw error;
      if (await this.unitOfWork.run(() => this.fail(assetId))) throw error;
      this.logger.warn({ msg: 'a picture has no variants', assetId, error });
    } finally {
      await this.removeOrphans(stored);
    }
  }

  private async makeAll(
    assetId: string,
    { fileId, kind, mediaType, size, sha256 }: Original,
    stored: Variant[],
  ): Promise<void> {
    const open = () => this.store.open(fileId, size);
    await this.uploads.withCopy({ size, sha256, open }, async ({ path }) => {
      if (!isDecoded(mediaType)) throw new PictureFault('unreadable', mediaType);
      const file = { path, mediaType };
      const facts = await this.pictures.inspect(file);
      const wanted = variantsOf(facts, { mediaType, kind });
      const make = async (source: PictureFile) => {
        for (const each of wanted) stored.push(await this.stored(source, each));
      };
      if (staysAsItIs(facts, mediaType)) await make(file);
      else await this.withSmaller(file, make);
      const isKept = await this.unitOfWork.run(() => this.keep(assetId, facts, stored));
      if (isKept) stored.length = 0;
    });
  }

  /** Decodes a large original once, instead of once for each variant. */
  private async withSmaller(file: PictureFile, work: (smaller: PictureFile) => Promise<void>): Promise<void> {
    const path = this.uploads.pathOf(newUuid());
    try {
      await this.pictures.render(file, { path, format: 'uncompressed', maxWidth: LARGEST_WIDTH });
      await work({ path, mediaType: 'image/png' });
    } finally {
      await this.uploads.remove({ path });
    }
  }

  private async stored(source: PictureFile, wanted: WantedVariant): Promise<Variant> {
    const id = newUuid();
    const path = this.uploads.pathOf(id);
    try {
      const { format, maxWidth, maxHeight } = wanted;
      const rendering: Rendering = { path, format, maxWidth, maxHeight };
      const { width, height } = await this.pictures.render(source, rendering);
      const file = await this.uploads.adopt(id);
      await this.files.put(file);
      return { ...wanted, file, width, height };
    } finally {
      await this.uploads.remove({ path });
    }
  }

  /** False if the asset was deleted meanwhile, or has its variants. */
  private async keep(
    assetId: string,
    size: { width: number; height: number },
    variants: readonly Variant[],
  ): Promise<boolean> {
    const asset = await this.recordLock.findOne(Asset, { id: assetId });
    if (!asset?.lacksVariants) return false;
    for (const { file } of variants) await this.files.attach(file.id);
    const columns = [
      variants.map(({ file }) => file.id),
      variants.map(({ purpose }) => purpose),
      variants.map(({ file }) => file.mediaType),
      variants.map(({ width }) => width),
      variants.map(({ height }) => height),
      variants.map(({ file }) => file.size),
      variants.map(({ file }) => file.sha256),
    ];
    await this.writes.run(insertVariants, assetId, ...columns);
    asset.showVariants(size, variants.find(({ purpose }) => purpose === 'preview')?.file.id ?? null);
    return true;
  }

  private async fail(assetId: string): Promise<boolean> {
    const asset = await this.recordLock.findOne(Asset, { id: assetId });
    return asset?.lacksVariants ? asset.failVariants() : false;
  }

  /** Those that can't be removed now are removed later. */
  private async removeOrphans(variants: readonly Variant[]): Promise<void> {
    for (const { file } of variants) await this.files.removeIfOrphan(file.id).catch(() => undefined);
  }
}
