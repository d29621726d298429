import { PreparedRead } from '../database/records/prepared-reads.js';
import { DAY_MS } from '../kernel/durations.js';
import { firstUuidOf } from '../kernel/ids.js';
import { FEED_COLUMNS, READ_FROM, type FeedRow } from './feed-event.js';

/**
 * A transaction that was open for longer is not followed to its end. The bound keeps a read to the last partitions, and
 * to transactions of this server: the numbers of another one, from which a dump came, mean nothing here.
 */
const LONGEST_TRANSACTION_MS = DAY_MS;

/** The smallest id of an event that can belong to a transaction that was open at this time. */
export const oldestIdAt = (time: number): string =>
  firstUuidOf(new Date(Math.max(0, time - LONGEST_TRANSACTION_MS)));

/** Those of the transactions $n that have ended since. Evaluated once. */
const ended = (list: string) =>
  `any (array(select number from unnest(${list}::xid8[]) number
     where pg_visible_in_snapshot(number, pg_current_snapshot())))`;

/** A transaction whose events can be seen has a smaller number, unless it is one of another server. */
const startedSince = (from: string) =>
  `e.transaction_id >= ${from}::xid8 and e.transaction_id < pg_snapshot_xmax(pg_current_snapshot())`;

/**
 * The events that became visible since a snapshot, whatever their numbers: up to $5 of each of the tenants $1. The
 * other parameters are the smallest id, and the transactions that the snapshot did not show.
 */
export const NEW_EVENTS = `
  select ${READ_FROM}, found.*
  from (values (1)) once left join (
    select found.* from unnest($1::uuid[]) tenant (id) cross join lateral (
      (select ${FEED_COLUMNS} from event e
       where e.tenant_id = tenant.id and e.id >= $2 and ${startedSince('$3')} limit $5)
      union all
      (select ${FEED_COLUMNS} from event e
       where e.tenant_id = tenant.id and e.id >= $2 and e.transaction_id = ${ended('$4')} limit $5)
    ) found
  ) found on true
  order by "createdAt", seq`;

/** So that the server finds these by their transaction and compares their place afterwards, not the other way round. */
const BY_TRANSACTION = 'offset 0';

const PLACE = '(e.created_at, e.seq)';

/**
 * One step of a reader that catches up: up to $9 late events, which are before its place ($3, $4) and of transactions
 * that it has not seen ($5, $6), and as many events after its place. Late events can take several steps: $7 and $8 are
 * the place of the last one.
 */
export const missedEvents = new PreparedRead<FeedRow & { isLate: boolean }>(
  'event.missed',
  `select ${READ_FROM}, found.*
   from (values (1)) once left join (
     (select ${FEED_COLUMNS}, true as "isLate" from (
        (select * from event e where e.tenant_id = $1 and e.id >= $2 and ${startedSince('$5')} ${BY_TRANSACTION})
        union all
        (select * from event e
         where e.tenant_id = $1 and e.id >= $2 and e.transaction_id = ${ended('$6')} ${BY_TRANSACTION})
      ) e
      where ${PLACE} <= ($3::timestamptz, $4::bigint) and ${PLACE} > ($7::timestamptz, $8::bigint)
      order by e.created_at, e.seq limit $9)
     union all
     (select ${FEED_COLUMNS}, false from event e
      where e.tenant_id = $1 and ${PLACE} > ($3::timestamptz, $4::bigint)
      order by e.created_at, e.seq limit $9)
   ) found on true
   order by "createdAt", seq`,
);
