/** The media types that libvips may decode. ICO is none of them: pages show it as it is. */
export const DECODED_TYPES = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
] as const;

export type DecodedType = (typeof DECODED_TYPES)[number];

export function isDecoded(mediaType: string | undefined): mediaType is DecodedType {
  return (DECODED_TYPES as readonly (string | undefined)[]).includes(mediaType);
}

/** A file on this machine. Pictures never pass through the messages themselves. */
export interface PictureFile {
  path: string;
  mediaType: DecodedType;
}

export interface PictureFacts {
  /** As shown: after the rotation that EXIF asks for. */
  width: number;
  height: number;
  frames: number;
  hasAlpha: boolean;
}

/** `uncompressed` is a PNG that is written quickly, to make others of it. */
export type RenderedFormat = 'webp' | 'jpeg' | 'png' | 'uncompressed';

/** A picture to make: rotated, without metadata, within these bounds. Only SVG is enlarged to them. */
export interface Rendering {
  path: string;
  format: RenderedFormat;
  maxWidth: number;
  maxHeight?: number;
}

export interface Rendered {
  width: number;
  height: number;
}

export type PictureQuestion =
  { kind: 'inspect'; file: PictureFile } | { kind: 'render'; file: PictureFile; rendering: Rendering };

/** Why a picture can't be used. The last three end the process that decodes. Only SVG can be without a size. */
export type PictureFaultReason =
  'too_many_pixels' | 'without_size' | 'unreadable' | 'crashed' | 'too_slow' | 'too_much_memory';

/** `detail` is for the log: it may contain paths. */
export type PictureAnswer =
  { isReady: true } | { result: PictureFacts | Rendered } | { reason: PictureFaultReason; detail: string };
