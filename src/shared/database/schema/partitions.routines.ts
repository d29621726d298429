/** The smallest UUIDv7 of a time: ids made before it are smaller. */
const FIRST_UUID_OF = `
  create or replace function first_uuid_of(moment timestamptz) returns uuid language sql immutable as $$
    select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
  $$`;

/** The time in a UUIDv7. PostgreSQL has its own function only since version 17. */
const MOMENT_OF = `
  create or replace function moment_of(id uuid) returns timestamptz language sql immutable as $$
    select to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
  $$`;

/**
 * Without indexes: `attach` creates them in the order of the parent's, so the primary key is the newest
 * (docs/growing.md).
 */
const NEW_PARTITION = `
  create or replace function new_partition(whole text, name text) returns void language plpgsql as $$
  begin
    execute format('create table %I (like %I including defaults including storage)', name, whole);
  end $$`;

const HAS_PARTITION = `
  create or replace function has_partition(whole text, name text) returns boolean language sql volatile as $$
    select exists (
      select from pg_inherits join pg_class c on c.oid = inhrelid
      where inhparent = quote_ident(whole)::regclass and c.relname = name
    )
  $$`;

/**
 * Ids from before 2025 belong to samples. Their partition has no date in its name, so nobody drops it. A partition is
 * attached rather than created in place, because that blocks neither readers nor writers of the table. Days are in UTC:
 * with daylight saving time, a week or a day of the server's own zone would be an hour longer or shorter.
 */
const ENSURE_PARTITIONS = `
  create or replace function ensure_partitions(period text, tables text[], moment timestamptz)
  returns void language plpgsql set timezone = 'UTC' as $$
  declare
    whole text;
    part text;
    start timestamptz := date_trunc(period, moment);
    is_early boolean := start < '2025-01-06';
  begin
    foreach whole in array tables loop
      part := whole || '_' || period || '_' || case when is_early then 'early' else to_char(start, 'YYYYMMDD') end;
      continue when has_partition(whole, part);
      perform pg_advisory_xact_lock(hashtext('ensure_partitions'));
      -- Another one may have made it meanwhile.
      continue when has_partition(whole, part);
      perform new_partition(whole, part);
      execute format(
        'alter table %I attach partition %I for values from (%s) to (%L)', whole, part,
        case when is_early then 'minvalue' else quote_literal(first_uuid_of(start)) end,
        first_uuid_of(case when is_early then '2025-01-06' else start + ('1 ' || period)::interval end)
      );
    end loop;
  end $$`;

const ENSURE_WEEK = `
  create or replace function ensure_week(tables text[], moment timestamptz) returns void language sql as $$
    select ensure_partitions('week', tables, moment)
  $$`;

/** For tables that are partitioned by the ids of events: by week or by day (decisions 68 and 76). */
export const partitionRoutines = [
  ...[FIRST_UUID_OF, MOMENT_OF, NEW_PARTITION, HAS_PARTITION],
  ...[ENSURE_PARTITIONS, ENSURE_WEEK],
];
