import { Migration } from '@mikro-orm/migrations';

/** The record that an older event is about: the first of these details that it has. */
const RESOURCES = [
  ...['topicId', 'personId', 'accountId', 'assetId', 'pageLinkId', 'tenantDomainId', 'subscriptionId'],
  ...['analyticsSessionId', 'audienceId', 'pageId'],
].map((name) => `payload->>'${name}'`);

/** Rewritten rather than altered: older events get their numbers in order, and `type` as their first detail. */
class Migration20261115000821Events extends Migration {
  override up(): void {
    this.addSql('alter table event rename to event_before');
    this.addSql('alter table event_before drop constraint event_pkey');
    this.addSql(`
      create table event (
        id uuid primary key,
        seq bigint generated always as identity constraint event_seq unique,
        tenant_id uuid not null references tenant,
        type text not null,
        resource text not null,
        payload json not null,
        created_at timestamptz(3) not null
      )`);
    this.addSql(`
      insert into event (id, tenant_id, type, resource, payload, created_at)
      select id, tenant_id, type, coalesce(${RESOURCES.join(', ')}, id::text),
             (select json_object_agg(key, value order by key <> 'type', key) from jsonb_each(payload)), created_at
      from event_before order by created_at, id`);
    this.addSql('drop table event_before');
    this.addSql('create index event_order on event (tenant_id, created_at, seq)');
    this.addSql('create index event_type on event (tenant_id, type, created_at, seq)');
    this.addSql('create index event_resource on event (tenant_id, resource, created_at, seq)');
    this.addSql('create index event_age on event (created_at)');
  }
}

class Migration20261116000821EventKeys extends Migration {
  override up(): void {
    this.addSql(`alter table event drop constraint event_seq`);
    this.addSql(`drop index event_order, event_age`);
    this.addSql(`create unique index event_order on event (tenant_id, created_at, seq)`);
    this.addSql(`alter table event drop constraint event_pkey, add primary key (tenant_id, id)`);
  }
}

/**
 * Partitioned by id, which begins with the time: an id is unique across all partitions, and determines its partition.
 */
class Migration20261117000821EventPartitions extends Migration {
  override up(): void {
    this.addSql(`
      do $$ begin
        if exists (select from event where id >= first_uuid_of(now() + interval '1 day')) then
          raise exception 'There are events whose id is no UUIDv7; delete them, with their deliveries and attempts, or give them one.';
        end if;
      end $$`);
    this.addSql(`alter table event rename to event_before`);
    this.addSql(`drop index event_order, event_type, event_resource`);
    this.addSql(`alter table event_before drop constraint event_pkey`);
    this.addSql(`create sequence event_number`);
    this.addSql(`select setval('event_number', max(seq)) from event_before having max(seq) is not null`);
    this.addSql(`
      create table event (
        tenant_id uuid not null,
        id uuid not null,
        seq bigint not null default nextval('event_number'),
        type text not null,
        resource text not null,
        payload json not null,
        created_at timestamptz(3) not null
      ) partition by range (id)`);
    this.addSql(`
      select ensure_week('{event}', week)
      from (select distinct date_trunc('week', moment_of(id), 'UTC') as week from event_before) weeks`);
    this.addSql(`
      insert into event (tenant_id, id, seq, type, resource, payload, created_at)
      select tenant_id, id, seq, type, resource, payload, created_at from event_before`);
    this.addSql(`create index event_order on event (tenant_id, created_at, seq)`);
    this.addSql(`create index event_type on event (tenant_id, type, created_at, seq)`);
    this.addSql(`create index event_resource on event (tenant_id, resource, created_at, seq)`);
    this.addSql(`alter table event add primary key (tenant_id, id)`);
    this.addSql(`drop table event_before`);
  }
}

/**
 * Which transaction wrote an event tells readers whether they can have seen it (decision 107). Events from before have
 * the number 0, of a transaction that has ended.
 */
class Migration30000000000024EventTransactions extends Migration {
  /** The primary key comes back as it was. */
  static readonly effect = 'expanding';

  override up(): void {
    this.addSql(`alter table event add column transaction_id xid8 not null default '0'`);
    this.addSql(`alter table event alter column transaction_id set default pg_current_xact_id()`);
    this.addSql(`create index event_transaction on event (tenant_id, transaction_id)`);
    // The primary key is to be the newest index of its table (docs/growing.md).
    this.addSql(`alter table event drop constraint event_pkey, add primary key (tenant_id, id)`);
  }
}

export const eventMigrations = [
  Migration20261115000821Events,
  Migration20261116000821EventKeys,
  Migration20261117000821EventPartitions,
  Migration30000000000024EventTransactions,
];
