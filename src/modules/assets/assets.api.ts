import { Injectable } from '@nestjs/common';
import { SignedUrls } from '../../shared/auth/signed-urls.js';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { uuidOf, wireId } from '../../shared/kernel/ids.js';
import type { Download } from '../../shared/storage/file-store.js';
import type { AssetKind } from './entities/asset-kinds.js';
import { AssetFilesService } from './asset-files.service.js';

/** A page refers to a picture by its asset, by its file, or by neither (empty). */
export interface NamedFile {
  assetId: string;
  fileId: string;
}

const assetsOfFiles = new PreparedRead<{ assetId: string; fileId: string }>(
  'asset.of_files',
  `select id as "assetId", file_id as "fileId" from asset
   where tenant_id = $1 and file_id = any($2)`,
);

/** The data of an asset that other modules use. */
export interface AssetSummary {
  id: string;
  kind: AssetKind;
}

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
    private readonly signedUrls: SignedUrls,
    private readonly files: AssetFilesService,
  ) {}

  /** Returns a function from a reference to the asset (`asset_…`) that it names, whether or not it is trashed. */
  async assetsNamed(named: readonly NamedFile[]): Promise<(file: NamedFile) => string | undefined> {
    const fileIds = named.flatMap(({ fileId }) => uuidOf('file', fileId) ?? []);
    const rows = fileIds.length > 0 ? await this.reads.all(assetsOfFiles, fileIds) : [];
    const assetOf = new Map(rows.map(({ assetId, fileId }) => [fileId, wireId('asset', assetId)]));
    return ({ assetId, fileId }) => assetOf.get(uuidOf('file', fileId) ?? '') ?? (assetId || undefined);
  }

  /** For a record that names the assets. Call it in a unit of work. The result has no assets in the trash. */
  async lock(assetIds: readonly string[]): Promise<Map<string, AssetSummary>> {
    const rows = assetIds.length > 0 ? await this.reads.all(lockActive, assetIds) : [];
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The file of an asset that is not in the trash, or of one of its variants. */
  file(fileId: string): Promise<Download> {
    return this.files.find(fileId, 'visitor');
  }

  /** Calls `work` with the file that the token identifies. */
  open<Result>(token: string, work: (file: Download) => Promise<Result>): Promise<Result> {
    return this.signedUrls.open('file url', token, async (fileId) =>
      work(await this.files.find(fileId, 'visitor')),
    );
  }
}
