/** The most pictures that one text shows. */
export const MAX_PICTURES = 100;

const REFERENCE = /^asset:(asset_[0-9a-z]{26})$/;

const REFERENCES = /asset:(asset_[0-9a-z]{26})(?![0-9a-z])/g;

/** The id of the asset that a URL in Markdown names: `![A photo](asset:asset_…)`. */
export function assetIdOf(url: string): string | undefined {
  return REFERENCE.exec(url)?.[1];
}

/** The ids of the first assets that a Markdown text names, each once. */
export function assetIdsIn(text: string): string[] {
  const found = new Set<string>();
  for (const [, assetId] of text.matchAll(REFERENCES)) {
    found.add(assetId!);
    if (found.size === MAX_PICTURES) break;
  }
  return [...found];
}
