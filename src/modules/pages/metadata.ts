import type { MetadataView } from './metadata.dto.js';

/** As it is stored: what was given, and nothing that was not. */
export type Metadata = MetadataView;

/** As it is answered: with what it defaults to. */
export function metadataView(metadata: Metadata | null): MetadataView | undefined {
  return metadata ? { ...metadata, robots: metadata.robots ?? [] } : undefined;
}

/** What an audience really gets: the page's, and over it what is said for this audience. */
export function effectiveMetadata(ofPage: Metadata | null, override: Metadata | null): Metadata | null {
  return ofPage || override ? { ...ofPage, ...override } : null;
}

/** What a page is called in public. */
export function titleOf({ name, metadata }: { name: string; metadata?: Metadata | null }): string {
  return metadata?.title || name;
}
