import type { Precondition } from '../../../shared/kernel/precondition.js';
import type { FileUrls } from '../../../shared/storage/file-urls.js';
import { assetView, type AssetRecord } from './asset-reads.js';

/** A download URL that was renewed after the caller read the asset does not count as a change. */
export async function assertUnchanged(
  asset: AssetRecord,
  precondition: Precondition,
  urls: FileUrls,
): Promise<void> {
  precondition.assertHolds(
    assetView(asset, await urls.signer()),
    assetView(asset, await urls.earlierSigner()),
  );
}
