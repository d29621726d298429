export interface ServerAddress {
  host: string;
  port: number;
}

/** Where a database URL leads. Like libpq's, it may name several servers, of which one takes changes. */
interface ServerAddresses {
  /** The same with the first server alone, for whatever knows but one. */
  url: string;
  servers: readonly ServerAddress[];
  /** Connections go to the server that takes changes, whichever of them it is. */
  needsPrimary: boolean;
}

const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([^]*)$/;
const DEFAULT_PORT = 5432;
const ATTRIBUTES = 'target_session_attrs';

/** Undefined where it can't be understood. */
export function readServerAddresses(databaseUrl: string): ServerAddresses | undefined {
  const [, start = '', places = '', end = ''] = PARTS.exec(databaseUrl) ?? [];
  const [first = '', ...others] = places.split(',');
  if (!URL.canParse(start + first + end)) return undefined;
  const url = new URL(start + first + end);
  const wanted = url.searchParams.get(ATTRIBUTES) ?? 'any';
  if (!['any', 'read-write', 'primary'].includes(wanted)) return undefined;
  // Taking out what is not there would write the others anew.
  if (url.searchParams.has(ATTRIBUTES)) url.searchParams.delete(ATTRIBUTES);
  const urls = [first, ...others].map((place) => `postgres://${place}`);
  if (others.includes('') || !urls.every((each) => URL.canParse(each))) return undefined;
  return {
    url: url.href,
    servers: urls.map(addressIn),
    needsPrimary: others.length > 0 || wanted !== 'any',
  };
}

/** For people: without the user and the password. */
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
