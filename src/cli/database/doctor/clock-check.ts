import type { Client } from 'pg';
import { MINUTE_MS, SECOND_MS } from '../../../shared/kernel/durations.js';
import { type Finding, ok, warning, wrong } from './finding.js';

/** Stores for files refuse requests that are signed by a clock that is further away. */
const MOST_MS = 5 * MINUTE_MS;

const NOTICEABLE_MS = 2 * SECOND_MS;

const ADVICE = 'Synchronise both machines with NTP.';

/** The service follows the clock of the database; others compare with the clock of this machine. */
export async function clockFinding(client: Client): Promise<Finding> {
  const sentMs = Date.now();
  const { rows } = await client.query<{ ms: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
  );
  const receivedMs = Date.now();
  const aheadMs = Math.round(rows[0]!.ms - (sentMs + receivedMs) / 2);
  const offMs = Math.max(0, Math.abs(aheadMs) - (receivedMs - sentMs) / 2);
  const way = aheadMs > 0 ? 'ahead of' : 'behind';
  const found = `the database is ${(Math.abs(aheadMs) / SECOND_MS).toFixed(1)} s ${way} this machine`;
  if (offMs > MOST_MS) return wrong('clock', found, ADVICE);
  return offMs > NOTICEABLE_MS ? warning('clock', found, ADVICE) : ok('clock', 'agrees with the database');
}
