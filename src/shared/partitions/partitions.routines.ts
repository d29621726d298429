/** The smallest UUIDv7 of a moment: ids that were made before it are smaller. */
const FIRST_UUID_OF = `
  create or replace function first_uuid_of(moment timestamptz) returns uuid language sql immutable as $$
    select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
  $$`;

/** The moment in a UUIDv7. PostgreSQL has its own only from version 17 on. */
const MOMENT_OF = `
  create or replace function moment_of(id uuid) returns timestamptz language sql immutable as $$
    select to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
  $$`;

/** Without indexes: these are made by `attach`, in the order of the whole table's, so that the primary key is the newest. */
const NEW_PARTITION = `
  create or replace function new_partition(whole text, name text) returns void language plpgsql as $$
  begin
    execute format('create table %I (like %I including defaults including storage)', name, whole);
  end $$`;

/**
 * Ids of before 2025 are those of samples. Their partition has no date in its name, so nobody drops it. A partition is
 * attached rather than made in its place: that locks out neither readers nor writers of the table.
 */
const ENSURE_WEEK = `
  create or replace function ensure_week(tables text[], moment timestamptz) returns void language plpgsql as $$
  declare
    whole text;
    part text;
    week timestamptz := date_trunc('week', moment, 'UTC');
    is_early boolean := week < '2025-01-06T00:00Z';
  begin
    foreach whole in array tables loop
      part := whole || '_' || case when is_early then 'early' else to_char(week at time zone 'UTC', 'YYYYMMDD') end;
      if to_regclass(quote_ident(part)) is null then
        perform pg_advisory_xact_lock(hashtext('ensure_week'));
        if to_regclass(quote_ident(part)) is null then
          perform new_partition(whole, part);
          execute format(
            'alter table %I attach partition %I for values from (%s) to (%L)', whole, part,
            case when is_early then 'minvalue' else quote_literal(first_uuid_of(week)) end,
            case when is_early then first_uuid_of('2025-01-06T00:00Z') else first_uuid_of(week + interval '7 days') end
          );
        end if;
      end if;
    end loop;
  end $$`;

/** For tables that are partitioned by ids of events, or of what else happened at a moment: a week each (decision 68). */
export const partitionRoutines = [FIRST_UUID_OF, MOMENT_OF, NEW_PARTITION, ENSURE_WEEK];
