import type { DecodedType, PictureFacts, Rendering } from '../../../shared/pictures/picture-questions.js';
import { DRAWN_SVG_PIXELS } from '../../../shared/pictures/picture-limits.js';
import type { AssetKind } from '../entities/asset-kinds.js';

/** The widths that pages choose from. A smaller picture has its own width instead of the larger ones. */
const WIDTHS = [320, 640, 1280, 1920];

export const LARGEST_WIDTH = WIDTHS.at(-1)!;

const PREVIEW_PIXELS = DRAWN_SVG_PIXELS;

/** What devices want of an icon on their home screen. */
const TOUCH_ICON_PIXELS = 180;

/** WebP has no larger ones. */
const MAX_HEIGHT = 16_383;

/**
 * Previews are shown in lists of assets, also in the trash. Pages choose from theirs by width. Devices show a touch icon
 * on their home screen.
 */
export type VariantPurpose = 'preview' | 'page' | 'touch';

export interface WantedVariant extends Pick<Rendering, 'maxWidth' | 'maxHeight'> {
  format: 'webp' | 'jpeg' | 'png';
  purpose: VariantPurpose;
}

/** SVG and animations are not resized for pages: that would not make them smaller, or would stop them. */
export function staysAsItIs({ frames }: PictureFacts, mediaType: DecodedType): boolean {
  return mediaType === 'image/svg+xml' || frames > 1;
}

/** Not AVIF: encoding one takes seconds. */
export function variantsOf(
  facts: PictureFacts,
  { mediaType, kind }: { mediaType: DecodedType; kind: AssetKind },
): WantedVariant[] {
  const preview = { format: 'webp', purpose: 'preview', ...square(PREVIEW_PIXELS) } as const;
  const touchIcon = { format: 'png', purpose: 'touch', ...square(TOUCH_ICON_PIXELS) } as const;
  if (staysAsItIs(facts, mediaType)) return kind === 'icon' ? [preview, touchIcon] : [preview];
  const formats = ['webp', facts.hasAlpha ? 'png' : 'jpeg'] as const;
  const variants = widthsOf(facts.width).flatMap((maxWidth) =>
    formats.map((format) => ({ format, purpose: 'page' as const, maxWidth, maxHeight: MAX_HEIGHT })),
  );
  return [preview, ...variants];
}

const square = (pixels: number) => ({ maxWidth: pixels, maxHeight: pixels });

function widthsOf(width: number): number[] {
  const smaller = WIDTHS.filter((each) => each < width);
  return width <= LARGEST_WIDTH ? [...smaller, width] : smaller;
}
