const SAFE_SCHEMES = ['http:', 'https:', 'mailto:', 'tel:'];

/** Only against this can a URL be read that has no scheme. What it is does not matter. */
const ANYWHERE = 'https://site.invalid';

/** The URL as a browser would read it, or undefined where it could run code, or is none. */
export function safeUrl(text: string): string | undefined {
  if (text.trim() === '' || !URL.canParse(text, ANYWHERE)) return undefined;
  const url = new URL(text, ANYWHERE);
  if (!SAFE_SCHEMES.includes(url.protocol)) return undefined;
  const isRelative = !URL.canParse(text) && url.origin === ANYWHERE;
  return isRelative ? text.trim() : url.href;
}

/** For what is loaded, not followed. */
export function safeWebUrl(text: string | undefined): string | undefined {
  const url = text === undefined ? undefined : safeUrl(text);
  return url && /^https?:/.test(url) ? url : undefined;
}
