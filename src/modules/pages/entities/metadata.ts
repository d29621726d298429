/**
 * What a page tells browsers, search engines and social networks about itself. Stored without defaults: only what was
 * given. The dtos of requests and answers implement this type.
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

/** Answers have the defaults. */
export function metadataView(metadata: Metadata | null | undefined): Metadata | undefined {
  return metadata ? { ...metadata, robots: metadata.robots ?? [] } : undefined;
}

/** The metadata of the page, overridden by that of the audience. */
export function effectiveMetadata(
  ofPage: Metadata | null | undefined,
  override: Metadata | null | undefined,
): Metadata | null {
  return ofPage || override ? { ...ofPage, ...override } : null;
}

/** The title of a page. */
export function titleOf({ name, metadata }: { name: string; metadata?: Metadata | null }): string {
  return metadata?.title || name;
}
