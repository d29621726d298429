import { MIN_LIFETIME_MS } from '../../shared/auth/keys/key-rules.js';
import { clock } from '../../shared/kernel/clock.js';
import { invalid } from '../../shared/kernel/errors.js';
import { momentOf, wireTime } from '../../shared/kernel/wire-time.js';

/** PostgreSQL does not read later years in the form that MikroORM writes. */
const LATEST = Date.UTC(9999, 11, 31);

/** The `expiresAt` of a body: null means never, absent means unchanged. */
export function readExpiry<Wire extends string | null | undefined>(
  wire: Wire,
  maxLifetimeMs = Infinity,
): Date | Exclude<Wire, string> {
  if (typeof wire !== 'string') return wire as Exclude<Wire, string>;
  const now = clock.now().getTime();
  const expiresAt = momentOf(wire);
  if (expiresAt.getTime() < now + MIN_LIFETIME_MS) throw outOfRange('must be at least one minute ahead');
  const latest = Math.min(now + maxLifetimeMs, LATEST);
  if (expiresAt.getTime() > latest) throw outOfRange(`must be at most ${wireTime(latest)}`);
  return expiresAt;
}

function outOfRange(rule: string) {
  return invalid([{ pointer: '/expiresAt', code: 'out_of_range', message: `expiresAt ${rule}.` }]);
}
