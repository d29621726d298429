import { isReserved, linkPathOf, type NamedPlace } from '../../links/index.js';

/** The base of relative URLs. Its value does not matter. */
const ANYWHERE = 'http://anywhere.invalid';

/**
 * The places where a URL may lead to a page of the tenant. `ownHost` is the host of the site's own address, with the
 * port. A path alone leads to each host that shows the page.
 */
export function placesOf(url: string, ownHost: string | undefined): NamedPlace[] {
  const text = url.trim();
  if (!URL.canParse(text, ANYWHERE) || /^(?:[?#]|$)/.test(text)) return [];
  const { protocol, host, hostname, pathname, origin } = new URL(text, ANYWHERE);
  const path = linkPathOf(pathname);
  if (path === undefined || isReserved(path) || !/^https?:$/.test(protocol)) return [];
  if (origin === ANYWHERE && text.startsWith('/')) return [{ on: 'each domain', path }, onOwnAddress(path)];
  if (origin === ANYWHERE) return [];
  return [host === ownHost ? onOwnAddress(path) : { on: { domain: hostname }, path }];
}

/** There, a path begins with the slug of its tenant. */
function onOwnAddress(path: string): NamedPlace {
  const [, slug = '', rest = '/'] = /^\/([^/]*)(\/.*)?$/.exec(path) ?? [];
  return { on: { slug }, path: rest };
}
