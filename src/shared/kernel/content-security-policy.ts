/** For the API, whose answers are data. A browser that opens one as a page runs and loads nothing. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** For the docs. Swagger UI draws its icons from `data:`, and calls the API. */
export const DOCS_POLICY = [
  ...[
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
  ],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"],
].join('; ');

/** For the text files of the site, such as `robots.txt` and the tracker. */
export const TEXT_POLICY = "default-src 'none'";

/** For uploaded files, which may contain scripts. */
export const FILE_POLICY = "default-src 'none'; sandbox";

/** For charts, which are SVG with inline styles. */
export const CHART_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** For the console, whose scripts and styles are files. `site` is the origin of the previews and the pictures that it shows. */
export function consolePolicy(site: string | undefined): string {
  const isShown = site !== undefined && isNameable(site);
  const frames = isShown ? site : "'none'";
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data:", ...(isShown ? [site] : [])].join(' '),
    `frame-src ${frames}`,
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

export interface PageParts {
  /** Hash of the only style sheet of the page. */
  style: string;
  /** Hashes of its scripts. A nonce would be the same for everybody, because pages are cached. */
  scripts: readonly string[];
  /** Other origins that the page may load from (`SITE_ORIGINS`). */
  origins?: readonly string[];
  /** Other origins that its forms submit to. */
  formTargets?: readonly string[];
  hasTracker?: boolean;
  /** Other origins that its images load from; `any` if scripts of its owner may show others. */
  imageOrigins?: readonly string[] | 'any';
}

/** The most origins of images that a policy names. Proxies refuse long headers. */
const MAX_IMAGE_ORIGINS = 50;

/** Hosts with other characters would end the directive, or are none in a policy, as those of IPv6. */
const NAMEABLE = /^https?:\/\/[a-z0-9._-]+(:\d+)?$/;

export function isNameable(origin: string): boolean {
  return NAMEABLE.test(origin);
}

/** For the pages of the site. */
export function pagePolicy({
  style,
  scripts,
  origins = [],
  formTargets = [],
  hasTracker = false,
  imageOrigins = [],
}: PageParts): string {
  const directives = {
    'default-src': ["'none'"],
    // The tracker is our only script: uploaded files never have the type of a script.
    'script-src': [...(hasTracker ? ["'self'"] : []), ...new Set(scripts), ...origins],
    'style-src': [style, ...origins],
    // `data:` is for the icon, which is empty.
    'img-src': ["'self'", ...imageSources(imageOrigins), 'data:'],
    'media-src': ["'self'", 'http:', 'https:'],
    'font-src': ["'self'", ...origins],
    'connect-src': ["'self'", ...origins],
    'frame-src': [...origins],
    // Otherwise `script-src` decides, and the tracker's URL could be that of a service worker.
    'worker-src': [],
    'form-action': ["'self'", ...formTargets],
    'frame-ancestors': ["'self'"],
    'base-uri': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.length > 0 ? sources.join(' ') : "'none'"}`)
    .join('; ');
}

/** The policy of a page that other origins may also show in a frame. */
export function framedBy(policy: string, origins: readonly string[]): string {
  return policy.replace("frame-ancestors 'self'", ["frame-ancestors 'self'", ...origins].join(' '));
}

function imageSources(origins: readonly string[] | 'any'): readonly string[] {
  const named = origins === 'any' ? [] : [...new Set(origins)].filter(isNameable);
  return origins === 'any' || named.length > MAX_IMAGE_ORIGINS ? ['http:', 'https:'] : named;
}
