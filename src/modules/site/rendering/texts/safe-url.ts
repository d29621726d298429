const SAFE_SCHEMES = ['http:', 'https:', 'mailto:', 'tel:'];

/** The base for parsing a URL without a scheme. Its value does not matter. */
const ANYWHERE = 'https://site.invalid';

/** The URL as a browser parses it; undefined if it is not a URL or could run code. */
export function safeUrl(text: string): string | undefined {
  if (text.trim() === '' || !URL.canParse(text, ANYWHERE)) return undefined;
  // With a base, `https:/example.com` would be a path on the base.
  const isAbsolute = URL.canParse(text);
  const url = isAbsolute ? new URL(text) : new URL(text, ANYWHERE);
  if (!SAFE_SCHEMES.includes(url.protocol)) return undefined;
  const isRelative = !isAbsolute && url.origin === ANYWHERE;
  return isRelative ? text.trim() : url.href;
}

/** For resources, not for links. */
export function safeWebUrl(text: string | undefined): string | undefined {
  const url = text === undefined ? undefined : safeUrl(text);
  return url && /^https?:/.test(url) ? url : undefined;
}
