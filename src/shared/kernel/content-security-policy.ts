/** The answers of the API are data. A browser that opens one as a page runs and loads nothing. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** The text files of the site, such as `robots.txt` and the tracker. */
export const TEXT_POLICY = "default-src 'none'";

/** Uploaded files: their owners may have written scripts into them. */
export const FILE_POLICY = "default-src 'none'; sandbox";

/** Charts are SVG with styles of their own. */
export const CHART_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

export interface PageParts {
  /** The one style sheet of the page, by its hash. */
  style: string;
  /** Its scripts, by their hashes. A nonce would be the same for everybody, because pages are cached. */
  scripts: readonly string[];
  /** Other origins that it may load from (`SITE_ORIGINS`). */
  origins?: readonly string[];
  /** Other origins that its forms lead to. */
  formTargets?: readonly string[];
  hasTracker?: boolean;
}

/** The pages of the site. */
export function pagePolicy({
  style,
  scripts,
  origins = [],
  formTargets = [],
  hasTracker = false,
}: PageParts): string {
  const directives = {
    'default-src': ["'none'"],
    // Of our own, the tracker is the only script: files never have the type of one.
    'script-src': [...(hasTracker ? ["'self'"] : []), ...new Set(scripts), ...origins],
    'style-src': [style, ...origins],
    // An image runs nothing, wherever it comes from; `data:` is for the icon, which is empty.
    'img-src': ["'self'", 'http:', 'https:', 'data:'],
    'media-src': ["'self'", 'http:', 'https:'],
    'font-src': ["'self'", ...origins],
    'connect-src': ["'self'", ...origins],
    'frame-src': [...origins],
    'form-action': ["'self'", ...formTargets],
    'frame-ancestors': ["'self'"],
    'base-uri': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.length > 0 ? sources.join(' ') : "'none'"}`)
    .join('; ');
}
