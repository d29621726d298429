import { isNameable } from '../../../../shared/kernel/content-security-policy.js';
import { assetIdOf } from '../../../../shared/markdown/asset-references.js';
import type { PlacedPicture } from '../../../pages/index.js';
import { safeWebUrl } from './safe-url.js';

/** A picture as a page shows it. Without a size, it has a place of a fixed shape, so that nothing moves when it loads. */
export interface ShownPicture {
  url: string;
  width?: number;
  height?: number;
  mediaType?: string;
  /** The text in it. */
  text?: string;
  /** For all browsers, and for browsers that know WebP. */
  srcset?: string;
  webpSrcset?: string;
  /** Whether another host serves it. */
  isForeign?: boolean;
}

/** The pictures that texts may show, and those that the tenant placed beside them. */
export class ShownPictures {
  /** The origins of the images of other hosts that were shown. */
  readonly origins = new Set<string>();

  /**
   * `ofAssets` has them by `asset_…`. A model could put private notes into the URL of an image, so images of other
   * hosts are never shown in its texts.
   */
  constructor(
    private readonly ofAssets: ReadonlyMap<string, ShownPicture>,
    private readonly showsForeignImages: boolean,
  ) {}

  /** Undefined if its asset is in the trash or hidden, or is no picture. */
  of(placed: Pick<PlacedPicture, 'assetId'> | undefined): ShownPicture | undefined {
    return placed && this.ofAssets.get(placed.assetId);
  }

  /** The picture at a URL of an image; undefined if the text must not show it. */
  at(url: string): ShownPicture | undefined {
    const assetId = assetIdOf(url);
    if (assetId !== undefined) return this.ofAssets.get(assetId);
    const foreign = this.showsForeignImages ? safeWebUrl(url) : undefined;
    if (foreign === undefined) return undefined;
    const { origin } = new URL(foreign);
    // A browser would not load it.
    if (!isNameable(origin)) return undefined;
    this.origins.add(origin);
    return { url: foreign, isForeign: true };
  }
}
