import type { made } from '../assets/support.js';

type Asset = Awaited<ReturnType<typeof made>>;

/** The path of the picture beside links, for the path of a page or of an audience. */
export function imageOf(path: string): string {
  return `${path}/og_image`;
}

/** The fields of the picture in metadata. */
export function imageFields({ data }: Asset, siteUrl: string): object {
  const url = expect.stringMatching(new RegExp(`^${siteUrl}/_foyer/files/[\\w-]+$`)) as string;
  return {
    ...{ ogImageUrl: url, ogImageFileId: data.fileId },
    ...{ twitterImageUrl: url, twitterImageFileId: data.fileId },
  };
}
