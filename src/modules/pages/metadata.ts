/**
 * What a page tells browsers, search engines and social networks about itself, as it is stored: what was given, and
 * nothing that was not. The dtos of requests and answers implement it.
 */
export interface Metadata {
  title?: string;
  description?: string;
  author?: string;
  canonicalUrl?: string;
  themeColor?: string;
  keywords?: string[];
  robots?: string[];
  ogTitle?: string;
  ogDescription?: string;
  ogImageAlt?: string;
  ogImageUrl?: string;
  ogImageFileId?: string;
  ogSiteName?: string;
  ogUrl?: string;
  twitterTitle?: string;
  twitterDescription?: string;
  twitterImageAlt?: string;
  twitterImageUrl?: string;
  twitterImageFileId?: string;
  twitterSite?: string;
  twitterCreator?: string;
}

/** As it is answered: with what it defaults to. */
export function metadataView(metadata: Metadata | null | undefined): Metadata | undefined {
  return metadata ? { ...metadata, robots: metadata.robots ?? [] } : undefined;
}

/** What an audience really gets: the page's, and over it what is said for this audience. */
export function effectiveMetadata(
  ofPage: Metadata | null | undefined,
  override: Metadata | null | undefined,
): Metadata | null {
  return ofPage || override ? { ...ofPage, ...override } : null;
}

/** What a page is called in public. */
export function titleOf({ name, metadata }: { name: string; metadata?: Metadata | null }): string {
  return metadata?.title || name;
}
