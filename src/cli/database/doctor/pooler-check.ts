import { placeOf } from '../../../shared/config/server-addresses.js';
import type { Settings } from '../../../shared/config/settings.js';
import { type Finding, ok } from './finding.js';

/** A wrong pooler is found when the database is opened: both URLs must lead to the same database. */
export function poolerFinding({ DATABASE_URL, DATABASE_DIRECT_URL }: Settings): Finding {
  if (DATABASE_URL === undefined) return ok('pooler', 'none: the database is embedded');
  if (DATABASE_DIRECT_URL === undefined || DATABASE_DIRECT_URL === DATABASE_URL)
    return ok('pooler', 'none, or one that keeps sessions');
  return ok('pooler', `${placeOf(DATABASE_URL)}; sessions go to ${placeOf(DATABASE_DIRECT_URL)}`);
}
