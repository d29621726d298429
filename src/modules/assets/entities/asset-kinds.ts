import { DomainError } from '../../../shared/kernel/errors.js';

export const ASSET_KINDS = ['image', 'logo', 'icon', 'video', 'custom-component'] as const;

export type AssetKind = (typeof ASSET_KINDS)[number];

/** The kinds whose files are always pictures. */
const PICTURE_KINDS: readonly AssetKind[] = ['image', 'logo', 'icon'];

/** SQL: whether an asset is of such a kind. */
export const IS_PICTURE = `kind in (${PICTURE_KINDS.map((kind) => `'${kind}'`).join(', ')})`;

const PICTURES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml'];

/** The allowed media types of each kind. */
const ALLOWED: Record<AssetKind, readonly string[]> = {
  image: PICTURES,
  logo: PICTURES,
  icon: [...PICTURES, 'image/x-icon'],
  video: ['video/mp4', 'video/webm', 'video/quicktime'],
  'custom-component': ['text/plain', 'image/svg+xml', 'application/zip'],
};

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
