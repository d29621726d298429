import { isIP } from 'node:net';
import { rateLimitText, readRateLimit, type RateLimit } from '../kernel/rate-limit.js';
import { readServerAddresses } from './server-addresses.js';

/** How one environment variable is read: its default, its rule, and its line in docs/settings.md. */
export interface Setting<Value> {
  readonly fallback: Value;
  /** Returns the value, or what is wrong with the text. */
  readonly parse: (text: string) => Value | SettingFault;
  readonly about: string;
  /** Shown in the documentation instead of the fallback. */
  readonly shown?: string;
}

export class SettingFault {
  constructor(readonly rule: string) {}
}

export function text<Fallback extends string | undefined>(
  fallback: Fallback,
  about: string,
  rule: { min?: number; shown?: string } = {},
): Setting<string | Fallback> {
  const min = rule.min ?? 1;
  const parse = (value: string) =>
    value.length >= min ? value : new SettingFault(`must have at least ${min} characters`);
  return { fallback, about, parse, shown: rule.shown };
}

/** A path without line breaks: PostgreSQL stores it in a file that is read line by line. */
export function folder(fallback: string, about: string): Setting<string> {
  const parse = (value: string) =>
    /\p{Cc}/u.test(value)
      ? new SettingFault('must not contain control characters, such as a line break')
      : value;
  return { fallback, about, parse };
}

/** The name of a PostgreSQL object, inserted into SQL verbatim. */
export function sqlName(fallback: string, about: string, example: string): Setting<string> {
  const parse = (value: string) =>
    /^[a-z][a-z0-9_]{0,30}$/.test(value)
      ? value
      : new SettingFault(`must be a lowercase name, such as ${example}`);
  return { fallback, about, parse };
}

export function integer<Fallback extends number | undefined>(
  fallback: Fallback,
  about: string,
  bounds: { min: number; max: number; shown?: string },
): Setting<number | Fallback> {
  const parse = (value: string) => {
    const number = Number(value);
    const fits = /^\d+$/.test(value) && number >= bounds.min && number <= bounds.max;
    return fits ? number : new SettingFault(`must be a whole number from ${bounds.min} to ${bounds.max}`);
  };
  return { fallback, about, parse, shown: bounds.shown };
}

/** A port, a free one (`0`), or none at all (`off`). */
export function portOrOff(about: string, shown: string): Setting<number | 'off' | undefined> {
  const parse = (value: string) =>
    value === 'off'
      ? value
      : /^\d+$/.test(value) && Number(value) <= 65_535
        ? Number(value)
        : new SettingFault('must be off, or a whole number from 0 to 65535');
  return { fallback: undefined, about, parse, shown };
}

export function oneOf<const Choice extends string>(
  choices: readonly Choice[],
  fallback: Choice,
  about: string,
): Setting<Choice> {
  const parse = (value: string) =>
    choices.find((choice) => choice === value) ?? new SettingFault(`must be one of ${choices.join(', ')}`);
  return { fallback, about, parse };
}

export function bool<Fallback extends boolean | undefined>(
  fallback: Fallback,
  about: string,
  shown?: string,
): Setting<boolean | Fallback> {
  const parse = (value: string) =>
    value === 'true' ? true : value === 'false' ? false : new SettingFault('must be true or false');
  return { fallback, about, parse, shown };
}

export function rateLimit(fallback: RateLimit, about: string): Setting<RateLimit | undefined> {
  const parse = (value: string) =>
    value === 'off'
      ? undefined
      : (readRateLimit(value) ??
        new SettingFault('must be off, or requests per second and a burst, such as 500:5000'));
  return { fallback, about, parse, shown: `\`${rateLimitText(fallback)}\`` };
}

export function postgresUrl(about: string, shown: string): Setting<string | undefined> {
  const parse = (value: string) =>
    readServerAddresses(value)
      ? value
      : new SettingFault('must be a URL such as postgres://user:password@host:5432/database');
  return { fallback: undefined, about, parse, shown };
}

/** A text that is sent in a header unchanged. */
export function token(about: string): Setting<string | undefined> {
  const parse = (value: string) =>
    /^[!-~]+$/.test(value) ? value : new SettingFault('must contain only ASCII characters and no spaces');
  return { fallback: undefined, about, parse, shown: 'none' };
}

/** In the format of Standard Webhooks. */
export function webhookSecret(about: string): Setting<string | undefined> {
  const parse = (value: string) => {
    const bytes = Buffer.from(value.replace(/^whsec_/, ''), 'base64');
    return value === `whsec_${bytes.toString('base64')}` && bytes.length >= MIN_SECRET_BYTES
      ? value
      : new SettingFault(`must be whsec_ and at least ${MIN_SECRET_BYTES} bytes in base64`);
  };
  return { fallback: undefined, about, parse, shown: 'none' };
}

const MIN_SECRET_BYTES = 24;

/** A web URL without a trailing slash, so that paths can be appended. */
export function webUrl(about: string, shown: string): Setting<string | undefined> {
  const isPlain = ({ protocol, username, password }: URL) =>
    /^https?:$/.test(protocol) && username === '' && password === '';
  const parse = (value: string) =>
    URL.canParse(value) && isPlain(new URL(value)) && !/[?#]/.test(value)
      ? value.replace(/\/+$/, '')
      : new SettingFault('must be a URL such as https://files.example.com');
  return { fallback: undefined, about, parse, shown };
}

/** A URL that is called exactly as given. */
export function calledUrl(about: string): Setting<string | undefined> {
  const isPlain = ({ protocol, username, password, hash }: URL) =>
    /^https?:$/.test(protocol) && username + password + hash === '';
  const parse = (value: string) =>
    URL.canParse(value) && isPlain(new URL(value))
      ? value
      : new SettingFault('must be a URL such as https://enricher.example.com/who');
  return { fallback: undefined, about, parse, shown: 'none' };
}

/** A scheme, a host and an optional port, without a trailing slash. */
export function origin(about: string, shown: string): Setting<string | undefined> {
  const parse = (value: string) => {
    const url = URL.canParse(value) ? new URL(value) : undefined;
    return url && /^https?:$/.test(url.protocol) && value.replace(/\/$/, '') === url.origin
      ? url.origin
      : new SettingFault('must be an origin such as https://pages.example.com, without a path');
  };
  return { fallback: undefined, about, parse, shown };
}

export function origins(about: string): Setting<readonly string[]> {
  const parse = (value: string) => {
    const list = value.split(',').map((origin) => origin.trim());
    const bad = list.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
    return bad === undefined
      ? list
      : new SettingFault(`must be origins such as https://app.example.com, not "${bad}"`);
  };
  return { fallback: [], about, parse, shown: 'none' };
}

/** IP addresses, address ranges and host names. */
export function hosts(about: string): Setting<readonly string[]> {
  const parse = (value: string) => {
    const list = value.split(',').map((host) => host.trim());
    const bad = list.find((host) => !isAddressRange(host) && !isHostName(host));
    return bad === undefined
      ? list
      : new SettingFault(`must be addresses, ranges or host names such as 10.0.0.0/8, not "${bad}"`);
  };
  return { fallback: [], about, parse, shown: 'none' };
}

/** IP addresses, each with an optional port. */
export function nameServers(about: string): Setting<readonly string[]> {
  const parse = (value: string) => {
    const list = value.split(',').map((server) => server.trim());
    const addressOf = (server: string) =>
      /^\[(.+)\](:\d+)?$/.exec(server)?.[1] ?? server.replace(/:\d+$/, '');
    const bad = list.find((server) => !isIP(server) && !isIP(addressOf(server)));
    return bad === undefined
      ? list
      : new SettingFault(`must be addresses such as 10.0.0.2 or 10.0.0.2:5353, not "${bad}"`);
  };
  return { fallback: [], about, parse, shown: 'the servers of the system' };
}

/** The value of Express's `trust proxy` setting. */
export function trustedProxies(about: string): Setting<number | readonly string[]> {
  const parse = (value: string) => {
    if (/^[1-9]\d?$/.test(value)) return Number(value);
    const list = value.split(',').map((address) => address.trim());
    return list.every(isAddressRange)
      ? list
      : new SettingFault('must be a number from 1 to 99, or addresses or ranges such as 10.0.0.0/8');
  };
  return { fallback: [], about, parse, shown: 'none' };
}

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = address.includes('%') ? 0 : isIP(address);
  const isWidth = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
  return family !== 0 && isWidth && more.length === 0;
}

/** A name that ends in a number is a malformed IP address. */
function isHostName(text: string): boolean {
  const labels = text.split('.');
  const areLabels = labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/i.test(label));
  return areLabels && !/^(\d+|0x[0-9a-f]*)$/i.test(labels.at(-1)!);
}
