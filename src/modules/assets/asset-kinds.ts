import { DomainError } from '../../shared/kernel/errors.js';

export const ASSET_KINDS = ['image', 'logo', 'icon', 'video', 'custom-component'] as const;

export type AssetKind = (typeof ASSET_KINDS)[number];

const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml'];

/** Which media types the file of each kind can have. */
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

/** Pictures and videos. But SVG can carry scripts, so a browser is to save it; an `img` element still shows it. */
const INLINE = /^(image\/(?!svg)|video\/)/;

/** Refuses a file whose content does not fit the kind. */
export function allowedMediaType(kind: AssetKind, mediaType: string | undefined): string {
  if (mediaType !== undefined && ALLOWED[kind].includes(mediaType)) return mediaType;
  const found = mediaType ? `it is ${mediaType}` : 'its content is of no known type';
  throw new DomainError(
    'unsupported_media',
    'unsupported_media_type',
    `The file can't be used as ${kind}: ${found}; allowed are ${ALLOWED[kind].join(', ')}.`,
  );
}

/** The name under which a browser saves it. */
export function fileNameOf(name: string, mediaType: string): string {
  const extension = EXTENSIONS[mediaType]!;
  return name.toLowerCase().endsWith(extension) ? name : `${name}${extension}`;
}

export function isInline(mediaType: string): boolean {
  return INLINE.test(mediaType);
}

/** The encoding of texts is known: it was checked when they were uploaded. */
export function contentTypeOf(mediaType: string): string {
  return mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType;
}
