import { wireId } from '../../../shared/kernel/ids.js';
import type { Metadata } from '../entities/metadata.js';
import type { MetadataView } from './metadata.dto.js';

/** The picture that other sites show beside a link to the page. */
export interface LinkPicture {
  /** The UUID of the file. */
  fileId: string;
  /** Undefined if there is no site. */
  url: string | undefined;
}

/** Returns the picture with a file; undefined without one. */
export type LinkPictureOf = (fileId: string | null | undefined) => LinkPicture | undefined;

/** The approximate bytes of a picture in a view. */
export const LINK_PICTURE_BYTES = 600;

/** Adds the defaults and the picture. */
export function metadataView(
  metadata: Metadata | null | undefined,
  picture: LinkPicture | undefined,
): MetadataView | undefined {
  if (!metadata && !picture) return undefined;
  return { ...metadata, robots: metadata?.robots ?? [], ...(picture && pictureView(picture)) };
}

function pictureView({ fileId, url }: LinkPicture): Partial<MetadataView> {
  const id = wireId('file', fileId);
  return { ogImageUrl: url, ogImageFileId: id, twitterImageUrl: url, twitterImageFileId: id };
}
