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

/** A file on this machine. Uploaded pictures never pass through the messages themselves. */
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

/** A box with a style of CSS, as satori takes it. It contains a text or other boxes. */
export interface DrawnBox {
  type: 'div';
  props: { style: Record<string, string | number>; children?: string | DrawnBox[] };
}

/** A file in WOFF. The boxes name it as `font-family`. */
export interface DrawnFont {
  name: string;
  weight: 700;
  path: string;
}

/** A picture to draw. It has no URLs: nothing in it is loaded from anywhere else. */
export interface Drawing {
  width: number;
  height: number;
  root: DrawnBox;
  /** They have all letters of the texts. */
  fonts: DrawnFont[];
  /** A picture above the boxes, as large as fits, at the left of its place and in the middle of its height. */
  overlay?: { file: PictureFile; left: number; top: number; width: number; height: number };
}

export interface Drawn {
  /** A PNG in base64: it is small, and the service keeps it in memory. */
  png: string;
}

export type PictureQuestion =
  | { kind: 'inspect'; file: PictureFile }
  | { kind: 'render'; file: PictureFile; rendering: Rendering }
  | { kind: 'draw'; drawing: Drawing };

/** Why a picture can't be used. The last three end the process that decodes. Only SVG can be without a size. */
export type PictureFaultReason =
  'too_many_pixels' | 'without_size' | 'unreadable' | 'crashed' | 'too_slow' | 'too_much_memory';

/** `detail` and `failure` are for the log: they may contain paths. A failure is one of the system, not of the picture. */
export type PictureAnswer =
  | { isReady: true }
  | { result: PictureFacts | Rendered | Drawn }
  | { failure: string }
  | { reason: PictureFaultReason; detail: string };
