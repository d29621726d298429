export interface ServerAddress {
  host: string;
  port: number;
}

/** The servers of a database URL. As in libpq, it may name several servers, one of which accepts writes. */
export interface ServerAddresses {
  /** The URL with the first server only, for clients that support only one. */
  url: string;
  servers: readonly ServerAddress[];
  /** The value of `target_session_attrs`: whether the server must accept writes. */
  target: 'any' | 'read-write' | 'primary';
}

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([^]*)$/;
const DEFAULT_PORT = 5432;
const ATTRIBUTES = 'target_session_attrs';

/** Undefined if the URL is invalid. */
export function readServerAddresses(databaseUrl: string): ServerAddresses | undefined {
  const [, start = '', places = '', end = ''] = PARTS.exec(databaseUrl) ?? [];
  const [first = '', ...others] = places.split(',');
  if (!URL.canParse(start + first + end)) return undefined;
  const url = new URL(start + first + end);
  const wanted = url.searchParams.get(ATTRIBUTES) ?? 'any';
  if (!['any', 'read-write', 'primary'].includes(wanted)) return undefined;
  // Deleting an absent parameter would re-encode the others.
  if (url.searchParams.has(ATTRIBUTES)) url.searchParams.delete(ATTRIBUTES);
  const urls = [first, ...others].map((place) => `postgres://${place}`);
  if (others.includes('') || !urls.every((each) => URL.canParse(each))) return undefined;
  return {
    url: url.href,
    servers: urls.map(addressIn),
    target: wanted as ServerAddresses['target'],
  };
}

/** For people to read: without user and password. */
export function placeOf(databaseUrl: string): string {
  const { url, servers } = readServerAddresses(databaseUrl)!;
  return servers.map(nameOf).join(',') + new URL(url).pathname;
}

export function nameOf({ host, port }: ServerAddress): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function addressIn(url: string): ServerAddress {
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || DEFAULT_PORT) };
}
