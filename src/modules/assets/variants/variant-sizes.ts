import type { DecodedType, PictureFacts, Rendering } from '../../../shared/pictures/picture-questions.js';

/** The widths that pages choose from. A smaller picture has its own width instead of the larger ones. */
const WIDTHS = [320, 640, 1280, 1920];

export const LARGEST_WIDTH = WIDTHS.at(-1)!;

const PREVIEW_PIXELS = 512;

/** WebP has no larger ones. */
const MAX_HEIGHT = 16_383;

export interface WantedVariant extends Pick<Rendering, 'maxWidth' | 'maxHeight'> {
  format: 'webp' | 'jpeg' | 'png';
  /** Shown in lists of assets, also in the trash. */
  isPreview: boolean;
}

/** SVG and animations have a preview only: resizing would not make them smaller, or would stop them. */
export function hasPreviewOnly({ frames }: PictureFacts, mediaType: DecodedType): boolean {
  return mediaType === 'image/svg+xml' || frames > 1;
}

/** Not AVIF: encoding one takes seconds. */
export function variantsOf(facts: PictureFacts, mediaType: DecodedType): WantedVariant[] {
  const preview = {
    format: 'webp',
    isPreview: true,
    maxWidth: PREVIEW_PIXELS,
    maxHeight: PREVIEW_PIXELS,
  } as const;
  if (hasPreviewOnly(facts, mediaType)) return [preview];
  const formats = ['webp', facts.hasAlpha ? 'png' : 'jpeg'] as const;
  const variants = widthsOf(facts.width).flatMap((maxWidth) =>
    formats.map((format) => ({ format, isPreview: false, maxWidth, maxHeight: MAX_HEIGHT })),
  );
  return [preview, ...variants];
}

function widthsOf(width: number): number[] {
  const smaller = WIDTHS.filter((each) => each < width);
  return width <= LARGEST_WIDTH ? [...smaller, width] : smaller;
}
