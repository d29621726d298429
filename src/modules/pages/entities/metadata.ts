/**
 * Metadata of a page for browsers, search engines and social networks. Stored without defaults. The dtos of requests
 * and responses implement this type.
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
  ogSiteName?: string;
  ogUrl?: string;
  twitterTitle?: string;
  twitterDescription?: string;
  twitterImageAlt?: string;
  twitterSite?: string;
  twitterCreator?: string;
}

/** The metadata of the page, overridden by that of the audience. */
export function effectiveMetadata(
  ofPage: Metadata | null | undefined,
  override: Metadata | null | undefined,
): Metadata | null {
  return ofPage || override ? { ...ofPage, ...override } : null;
}

export function titleOf({ name, metadata }: { name: string; metadata?: Metadata | null }): string {
  return metadata?.title || name;
}
