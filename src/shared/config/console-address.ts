import { BlockList, isIP, isIPv6 } from 'node:net';

const LAST_PORT = 65_535;
const DEFAULT_PORT = 3000;

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

export function isLoopbackAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  return LOOPBACK.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Whether a host name always leads to the machine that uses it. */
export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || isLoopbackAddress(name.replace(/^\[(.*)\]$/, '$1'));
}

interface ConsoleSettings {
  CONSOLE_PORT: number | 'off' | undefined;
  CONSOLE_URL: string | undefined;
  DATABASE_URL: string | undefined;
  PORT: number;
}

/** Next to a database of its own, the service is for one person who tries it; elsewhere the operator decides. */
export function consolePortOf({
  CONSOLE_PORT,
  CONSOLE_URL,
  DATABASE_URL,
  PORT,
}: ConsoleSettings): number | 'off' {
  if (CONSOLE_PORT !== undefined) return CONSOLE_PORT;
  if (DATABASE_URL !== undefined && CONSOLE_URL === undefined) return 'off';
  return PORT === 0 ? 0 : PORT + 2;
}

/** Where people open the console: at `CONSOLE_URL`, and on this machine at a loopback name. */
export class ConsoleAddress {
  private readonly publicUrl: URL | undefined;
  private port: number | undefined;

  constructor(settings: ConsoleSettings) {
    const port = consolePortOf(settings);
    if (port === 'off') return;
    this.publicUrl = settings.CONSOLE_URL === undefined ? undefined : new URL(settings.CONSOLE_URL);
    this.port = port;
  }

  listensOn(url: string): void {
    this.port = Number(new URL(url).port);
  }

  /** The origin of a request with this `Host`; undefined if the console is not at that host. */
  originAt(host: string): string | undefined {
    if (host === this.publicUrl?.host) return this.publicUrl.origin;
    if (!URL.canParse(`http://${host}`)) return undefined;
    const { hostname, origin, host: written } = new URL(`http://${host}`);
    return written === host && isLoopbackName(hostname) ? origin : undefined;
  }

  /** Origins whose pages may show previews in frames. */
  get origins(): readonly string[] {
    if (this.publicUrl) return [this.publicUrl.origin];
    if (this.port === undefined) return [];
    return ['127.0.0.1', 'localhost'].map((name) => `http://${name}:${this.port}`);
  }
}

/** Cookies ignore ports: scripts of pages on the same host name could replace those of the console. */
export function wrongConsole(environment: NodeJS.ProcessEnv): string[] {
  const { CONSOLE_PORT: port, CONSOLE_URL: url } = environment;
  if (port === 'off') return [];
  return [
    ...wrongPort(environment),
    ...(url && URL.canParse(url) ? wrongUrl(new URL(url), environment) : []),
  ];
}

function wrongPort({
  CONSOLE_PORT,
  CONSOLE_URL,
  DATABASE_URL,
  PORT,
  SITE_PORT,
}: NodeJS.ProcessEnv): string[] {
  const portOfApi = Number(PORT || DEFAULT_PORT);
  if (!CONSOLE_PORT && DATABASE_URL && !CONSOLE_URL) return [];
  if (!CONSOLE_PORT && portOfApi <= LAST_PORT && portOfApi + 2 > LAST_PORT)
    return ['CONSOLE_PORT must be set, because there is no second port after PORT'];
  const own = Number(CONSOLE_PORT || (portOfApi === 0 ? 0 : portOfApi + 2));
  if (own === 0) return [];
  const others = {
    PORT: portOfApi,
    SITE_PORT: SITE_PORT === 'off' ? 0 : Number(SITE_PORT || portOfApi + 1),
  };
  return Object.entries(others)
    .filter(([, other]) => other === own)
    .map(([name]) => `CONSOLE_PORT must differ from ${name}; it is ${own}`);
}

function wrongUrl({ protocol, hostname }: URL, { SITE_URL, PUBLIC_URL }: NodeJS.ProcessEnv): string[] {
  if (isLoopbackName(hostname)) return [];
  const shared = Object.entries({ SITE_URL, PUBLIC_URL })
    .filter(([, url]) => url && URL.canParse(url) && new URL(url).hostname === hostname)
    .map(
      ([name]) =>
        `CONSOLE_URL must have another host name than ${name}, because browsers share cookies between ports`,
    );
  const plain =
    protocol === 'https:' ? [] : ['CONSOLE_URL must begin with https://, unless it is on this machine'];
  return [...plain, ...shared];
}
