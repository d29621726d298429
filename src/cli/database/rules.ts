import { isName, MAX_NAME_LENGTH } from '../../shared/auth/keys/key-rules.js';
import { isKnownScope, SCOPE } from '../../shared/auth/keys/scopes.js';
import { MINUTE_MS } from '../../shared/kernel/durations.js';
import { uuidOf } from '../../shared/kernel/ids.js';
import { readRateLimit, type RateLimit } from '../../shared/kernel/rate-limit.js';
import { CliFault, WrongWords } from '../terminal/cli-fault.js';

const MINUTES: Record<string, number> = { m: 1, h: 60, d: 1440, w: 10_080 };

export function tenantName(text: string): string {
  return nameOf('tenant', text);
}

export function keyName(text: string): string {
  return nameOf('key', text);
}

function nameOf(what: string, text: string): string {
  if (isName(text)) return text;
  throw new WrongWords(
    `"${text}" is not a valid ${what} name: use 1 to ${MAX_NAME_LENGTH} printable characters, no space at either end.`,
  );
}

export function isScope(text: string): boolean {
  return SCOPE.test(text);
}

export function noScope(text: string, known: readonly string[]): WrongWords {
  const areas = [...new Set(known.map((each) => each.split(':', 1)[0]!))].sort();
  return new WrongWords(
    `"${text}" is not a scope: use * for everything, or <area>:read or <area>:write; areas are ${areas.join(', ')}.`,
  );
}

export function assertKnown(scopes: readonly string[], known: readonly string[]): void {
  const stray = scopes.find((each) => !isKnownScope(each, known));
  if (stray === undefined) return;
  throw new CliFault(
    `No operation requires the scope "${stray}"; known scopes are ${[...known].sort().join(', ')}.`,
  );
}

export function lifetimeMs(text: string): number {
  const [, count, unit] = /^([1-9]\d{0,4})([mhdw])$/.exec(text) ?? [];
  if (count && unit) return Number(count) * MINUTES[unit]! * MINUTE_MS;
  throw new WrongWords(
    `"${text}" is not a time: use a number from 1 to 99999 with m, h, d or w, such as 30m, 12h, 30d or 4w.`,
  );
}

export function rateLimit(text: string): RateLimit {
  const limit = readRateLimit(text);
  if (limit) return limit;
  throw new WrongWords(`"${text}" is not a limit: use requests per second and a burst, such as 50:500.`);
}

export function keyUuid(text: string): string {
  const uuid = uuidOf('key', text);
  if (uuid) return uuid;
  throw new WrongWords(`"${text}" is not a key id: key ids begin with key_, and "key list" shows them.`);
}
