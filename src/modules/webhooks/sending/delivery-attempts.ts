import { PreparedWrite } from '../../../shared/database/records/prepared-writes.js';
import { atPlace, byKey, ROW_PLACE } from '../../../shared/database/driver/sql.js';
import type { Outcome } from './delivery-outcome.js';

/** The delivery was not cancelled, retried or replayed after it was fetched. */
const IS_UNCHANGED = `d.status = 'waiting' and d.due_at = to_timestamp(made.due_at / 1000)::timestamptz(3)`;

/** Inserts the attempts and updates their deliveries. A delivery that has changed only counts the attempt. */
export const recordAttempts = new PreparedWrite(
  'webhook_attempt.record',
  `with attempt as materialized (
     select * from unnest(
       $2::uuid[], $3::uuid[], $4::float8[], $5::text[], $6::int[], $7::float8[],
       $8::text[], $9::timestamptz[], $10::int[], $11::int[], $12::text[], $13::text[], $14::text[]
     ) as made (
       id, event_id, due_at, outcome, tries, delay_ms,
       url, started_at, duration_ms, response_status, error, detail, response_body
     ) cross join lateral (
       select ${ROW_PLACE} from webhook_delivery
       where tenant_id = $1 and event_id = made.event_id and ${byKey('id', 'made.id')}
     ) delivery
   ), counted as (
     update webhook_delivery d set
       attempts = d.attempts + 1,
       tries = case when ${IS_UNCHANGED} then made.tries else d.tries end,
       status = case when ${IS_UNCHANGED} then made.outcome else d.status end,
       due_at = case when ${IS_UNCHANGED} then now() + made.delay_ms * interval '1 millisecond' else d.due_at end
     from attempt made where d.tenant_id = $1 and d.event_id = made.event_id and ${atPlace('d', 'made')}
     returning made.*, d.attempts as number
   )
   insert into webhook_attempt (
     tenant_id, delivery_id, event_id, number, url, started_at, duration_ms, response_status, error, detail,
     response_body
   )
   select $1, id, event_id, number, url, started_at, duration_ms, response_status, error, detail, response_body
   from counted`,
);

/** One array for each column. */
export function toAttemptParams(outcomes: readonly Outcome[]): unknown[][] {
  const rows = outcomes.map(({ delivery, status, tries, delayMs, attempt }) => [
    ...[
      delivery.id,
      delivery.eventId,
      delivery.dueAt,
      status,
      tries,
      delayMs,
      attempt.url,
      attempt.at,
      attempt.durationMs,
    ],
    ...[attempt.status, attempt.error, attempt.detail, attempt.responseBody],
  ]);
  return rows[0]!.map((_, column) => rows.map((row) => row[column]));
}
