import type { Precondition } from '../../../shared/kernel/precondition.js';
import type { FileUrls } from '../../../shared/storage/file-urls.js';
import { assetView, type AssetRecord } from './asset-reads.js';

/**
 * A URL that was renewed after the caller read the asset does not count as a change. Nor do the preview and the size of a
 * picture, which a job adds.
 */
export async function assertUnchanged(
  asset: AssetRecord,
  precondition: Precondition,
  urls: FileUrls,
): Promise<void> {
  if (!precondition.isGiven) return;
  const withoutPreview = { ...asset, previewFileId: null };
  const records = [asset, withoutPreview, { ...withoutPreview, width: null, height: null }];
  const signers = [await urls.signer(), await urls.earlierSigner()];
  const [current, ...same] = signers.flatMap((urlOf) => records.map((record) => assetView(record, urlOf)));
  precondition.assertHolds(current!, ...same);
}
