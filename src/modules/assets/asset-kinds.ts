import { DomainError } from '../../shared/kernel/errors.js';

export const ASSET_KINDS = ['image', 'logo', 'icon', 'video', 'custom-component'] as const;

export type AssetKind = (typeof ASSET_KINDS)[number];

const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml'];

/** The allowed media types of each kind. */
const ALLOWED: Record<AssetKind, readonly string[]> = {
  image: PICTURES,
  logo: PICTURES,
  icon: [...PICTURES, 'image/x-icon'],
  video: ['video/mp4', 'video/webm', 'video/quicktime'],
  'custom-component': ['text/plain', 'image/svg+xml', 'application/zip'],
};

const EXTENSIONS: Record<string, string> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/avif': '.avif',
  'image/svg+xml': '.svg',
  'image/x-icon': '.ico',
  'video/mp4': '.mp4',
  'video/webm': '.webm',
  'video/quicktime': '.mov',
  'text/plain': '.txt',
  'application/zip': '.zip',
};

/** Pictures and videos, except SVG: it can contain scripts, so browsers save it. An `img` element still shows it. */
const INLINE = /^(image\/(?!svg)|video\/)/;

/** Rejects a file whose content does not match the kind. */
export function allowedMediaType(kind: AssetKind, mediaType: string | undefined): string {
  if (mediaType !== undefined && ALLOWED[kind].includes(mediaType)) return mediaType;
  const found = mediaType ? `it is ${mediaType}` : 'its content has an unknown type';
  throw new DomainError(
    'unsupported_media',
    'unsupported_media_type',
    `The file can't be used as ${kind}: ${found}; allowed are ${ALLOWED[kind].join(', ')}.`,
  );
}

/** The file name for a download. */
export function fileNameOf(name: string, mediaType: string): string {
  const extension = EXTENSIONS[mediaType]!;
  return name.toLowerCase().endsWith(extension) ? name : `${name}${extension}`;
}

export function isInline(mediaType: string): boolean {
  return INLINE.test(mediaType);
}

/** Texts are UTF-8: the upload checks the encoding. */
export function contentTypeOf(mediaType: string): string {
  return mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
}
