import type { Precondition } from '../../../shared/kernel/precondition.js';
import type { FileUrls } from '../../../shared/storage/file-urls.js';
import type { AssetUse } from '../entities/asset-uses.js';
import { assetView, withUses, type AssetRecord } from './asset-reads.js';

/**
 * A URL that was renewed after the caller read the asset does not count as a change. Nor do the preview and the size of a
 * picture, which a job adds.
 */
export async function assertUnchanged(
  asset: AssetRecord,
  precondition: Precondition,
  urls: FileUrls,
  uses: readonly AssetUse[],
): Promise<void> {
  if (!precondition.isGiven) return;
  const withoutPreview = { ...asset, previewFileId: null };
  const records = [asset, withoutPreview, { ...withoutPreview, width: null, height: null }];
  const signers = [await urls.signer(), await urls.earlierSigner()];
  const views = signers.flatMap((urlOf) => records.map((record) => assetView(record, urlOf)));
  precondition.assertHolds(views[0]!, ...views, ...views.map((view) => withUses(view, uses)));
}
