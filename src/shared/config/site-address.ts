import { isIP } from 'node:net';
import { reachableHost } from './reachable-host.js';
import type { Settings } from './settings.js';

/** The path of the service's own resources on the site. */
export const OWN_PATH = '/_foyer';
export const PREVIEWS_PATH = `${OWN_PATH}/previews`;
export const UNSAVED_PREVIEWS_PATH = `${OWN_PATH}/unsaved-previews`;
export const SITE_FILES_PATH = `${OWN_PATH}/files`;
export const LINK_PICTURES_PATH = `${OWN_PATH}/link-pictures`;
export const FONTS_PATH = `${OWN_PATH}/fonts`;
export const QUESTIONS_PATH = `${OWN_PATH}/questions`;
export const FORMS_PATH = `${OWN_PATH}/forms`;
export const TRACKER_PATH = `${OWN_PATH}/t.js`;
export const COLLECT_PATH = `${OWN_PATH}/collect`;

/** Paths that no link can use, including everything below them. */
export const RESERVED_PATHS = [OWN_PATH, '/robots.txt', '/sitemap.xml'];

/** The place of a page: a path on a tenant's own domain, or on the site's own address. */
interface SitePlace {
  /** The tenant's own domain, or null. */
  domain: string | null;
  tenantSlug: string;
  path: string;
}

/** Where visitors find the site. Undefined if there is no site. */
export class SiteAddress {
  private base: URL | undefined;

  constructor(private readonly settings: Settings) {
    const { SITE_URL, HOST } = settings;
    const port = sitePortOf(settings);
    if (SITE_URL) this.base = new URL(SITE_URL);
    else if (port !== 'off') this.base = new URL(`http://${reachableHost(HOST)}:${port}`);
  }

  /** `SITE_URL` takes precedence: the address that this machine listens on says little about how it is reached. */
  listensOn(url: string): void {
    if (!this.settings.SITE_URL) this.base = new URL(url);
  }

  /** The host of the site's own address. */
  get host(): string | undefined {
    return this.base?.hostname;
  }

  /** Whether a host, in lower case, is the site's own address: its name, or this machine. */
  isOwn(host: string): boolean {
    return host === this.host || !host.includes('.') || isIP(host) !== 0;
  }

  /** Tenants' own domains use the scheme and port of the site. */
  urlOf({ domain, tenantSlug, path }: SitePlace): string | undefined {
    const ownPath = path === '/' ? `/${tenantSlug}` : `/${tenantSlug}${path}`;
    const url = this.ownUrlOf(domain === null ? ownPath : path);
    if (url === undefined || domain === null) return url;
    return Object.assign(new URL(url), { hostname: domain }).href;
  }

  /** The URL of a path on the site's own address. */
  ownUrlOf(path: string): string | undefined {
    return this.base && Object.assign(new URL(this.base), { pathname: path }).href;
  }
}

/** Defaults to the port after the API's port. */
export function sitePortOf({ SITE_PORT, PORT }: Pick<Settings, 'SITE_PORT' | 'PORT'>): number | 'off' {
  return SITE_PORT ?? (PORT === 0 ? 0 : PORT + 1);
}
