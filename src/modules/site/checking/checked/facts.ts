import type { NamedAssets } from '../../../assets/index.js';
import type { BrandRecord } from '../../../brands/index.js';

/** What a URL leads to, if it leads to a site of the tenant. */
export type SiteTarget = 'page' | 'hidden page' | 'nothing';

/** What has to be looked up to check a page. */
export interface Facts {
  brand: BrandRecord | undefined;
  /** To tell what a `brandId` may have been meant to be; empty if it names a brand. */
  brandKeys: readonly string[];
  assets: NamedAssets;
  /** The ids of forms that exist. */
  formIds: ReadonlySet<string>;
  /** Those of topics that exist. */
  topicIds: ReadonlySet<string>;
  /** By URL. Those that lead elsewhere are absent. */
  targets: ReadonlyMap<string, SiteTarget>;
}
