import { assetIdOf } from '../../../shared/markdown/asset-references.js';
import { safeWebUrl } from './safe-url.js';

/** A picture as a page shows it. Without a size, the content below it moves when it is loaded. */
export interface ShownPicture {
  url: string;
  width?: number;
  height?: number;
  /** For all browsers, and for browsers that know WebP. */
  srcset?: string;
  webpSrcset?: string;
  /** Whether another host serves it. */
  isForeign?: boolean;
}

/** The pictures that the texts of a page may show. */
export class TextPictures {
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

  /** The picture at a URL of an image; undefined if the text must not show it. */
  at(url: string): ShownPicture | undefined {
    const assetId = assetIdOf(url);
    if (assetId !== undefined) return this.ofAssets.get(assetId);
    const foreign = this.showsForeignImages ? safeWebUrl(url) : undefined;
    if (foreign === undefined) return undefined;
    this.origins.add(new URL(foreign).origin);
    return { url: foreign, isForeign: true };
  }
}
