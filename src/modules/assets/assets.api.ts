import { Injectable } from '@nestjs/common';
import { SignedUrls } from '../../shared/auth/signed-urls.js';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { uuidOf } from '../../shared/kernel/ids.js';
import type { Download } from '../../shared/storage/file-store.js';
import { FileUrls } from '../../shared/storage/file-urls.js';
import type { AssetKind } from './entities/asset-kinds.js';
import { AssetFilesService } from './asset-files.service.js';

/** A page refers to a picture by its asset, by its file, or by neither (empty). */
export interface NamedFile {
  assetId: string;
  fileId: string;
}

/** Includes trashed assets, so the content of a page does not depend on the trash. Opening a trashed file fails. */
const filesOfAssets = new PreparedRead<{ assetId: string; fileId: string }>(
  'asset.files',
  `select id as "assetId", file_id as "fileId" from asset
   where tenant_id = $1 and id = any($2)`,
);

/** The data of an asset that other modules use. */
export interface AssetSummary {
  id: string;
  kind: AssetKind;
}

/** A file of an asset on the site. */
export interface ShownFile {
  /** Opens the file until its asset is trashed. */
  token: string;
  mediaType: string;
}

const shownFiles = new PreparedRead<{ id: string; fileId: string; mediaType: string }>(
  'asset.shown_files',
  `select id, file_id as "fileId", media_type as "mediaType" from asset
   where tenant_id = $1 and id = any($2) and trashed_at is null`,
);

/** Locks assets that are not in the trash: they stay active at least until the end of the transaction. */
const lockActive = new PreparedRead<AssetSummary>(
  'asset.lock_active',
  `select id, kind from asset where tenant_id = $1 and id = any($2) and trashed_at is null order by id for share`,
);

/** Assets and their files, for other modules. */
@Injectable()
export class AssetsApi {
  constructor(
    private readonly reads: PreparedReads,
    private readonly fileUrls: FileUrls,
    private readonly signedUrls: SignedUrls,
    private readonly files: AssetFilesService,
  ) {}

  /** Returns a function from a reference to a token, which opens the file until its asset is trashed. */
  async tokensFor(named: readonly NamedFile[]): Promise<(file: NamedFile) => string | undefined> {
    const assetIds = named.flatMap(({ assetId, fileId }) => (fileId ? [] : (uuidOf('asset', assetId) ?? [])));
    const rows = assetIds.length > 0 ? await this.reads.all(filesOfAssets, assetIds) : [];
    const fileOf = new Map(rows.map(({ assetId, fileId }) => [assetId, fileId]));
    const sign = await this.fileUrls.lastingSigner();
    return ({ assetId, fileId }) => {
      const file = uuidOf('file', fileId) ?? fileOf.get(uuidOf('asset', assetId) ?? '');
      return file && sign(file);
    };
  }

  /** The files of assets that are not in the trash, by the id of the asset. */
  async shownFiles(assetIds: readonly string[]): Promise<Map<string, ShownFile>> {
    if (assetIds.length === 0) return new Map();
    const [rows, sign] = [await this.reads.all(shownFiles, assetIds), await this.fileUrls.lastingSigner()];
    return new Map(rows.map(({ id, fileId, mediaType }) => [id, { token: sign(fileId), mediaType }]));
  }

  /** For a record that names the assets. Call it in a unit of work. The result has no assets in the trash. */
  async lock(assetIds: readonly string[]): Promise<Map<string, AssetSummary>> {
    const rows = assetIds.length > 0 ? await this.reads.all(lockActive, assetIds) : [];
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** Calls `work` with the file that the token identifies. */
  open<Result>(token: string, work: (file: Download) => Promise<Result>): Promise<Result> {
    return this.signedUrls.open('file url', token, async (fileId) =>
      work(await this.files.find(fileId, 'visitor')),
    );
  }
}
