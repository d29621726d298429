import { Migration } from '@mikro-orm/migrations';

/**
 * A delivery is made by the database itself, with the event: whoever records an event, in whatever way, tells all who
 * want to know of it, in the same transaction. Times are the server's own, which all workers share.
 */
export class Migration20261115000831Deliveries extends Migration {
  override up(): void {
    this.addSql(`
      alter table webhook_subscription
        add column ordering text not null default 'resource',
        add column disabled_reason text,
        add column failing_since timestamptz(3),
        add column failed_at timestamptz(3),
        add column previous_sealed_secret bytea,
        add column previous_until timestamptz(3)`);
    this.addSql(`alter table webhook_subscription alter column ordering drop default`);
    this.addSql(`
      create table webhook_delivery (
        id uuid primary key,
        tenant_id uuid not null references tenant,
        subscription_id uuid not null,
        event_id uuid not null,
        event_type text not null,
        seq bigint not null,
        resource text,
        status text not null,
        tries int not null,
        attempts int not null,
        due_at timestamptz(3) not null,
        created_at timestamptz(3) not null,
        unique (subscription_id, event_id)
      )`);
    this.addSql(`create index webhook_delivery_order on webhook_delivery (subscription_id, created_at, id)`);
    this.addSql(`
      create index webhook_delivery_due on webhook_delivery (subscription_id, due_at, seq)
      where status = 'waiting'`);
    this.addSql(`
      create index webhook_delivery_chain on webhook_delivery (subscription_id, resource, seq)
      where status = 'waiting' and resource is not null`);
    this.addSql(`create index webhook_delivery_age on webhook_delivery (tenant_id, created_at)`);
    this.addSql(`
      create table webhook_attempt (
        tenant_id uuid not null,
        delivery_id uuid not null,
        number int not null,
        url text not null,
        started_at timestamptz(3) not null,
        duration_ms int not null,
        response_status int,
        error text,
        detail text,
        response_body text not null,
        primary key (delivery_id, number)
      )`);
    this.addSql(`create index webhook_attempt_age on webhook_attempt (tenant_id, started_at)`);
    this.addSql(NEW_UUID);
    this.addSql(TELL);
    this.addSql(`
      create trigger tell_subscriptions after insert on event
      referencing new table as happened
      for each statement execute function tell_subscriptions()`);
  }
}

/** A UUIDv7, as all ids are. PostgreSQL has its own only from version 18 on. */
const NEW_UUID = `
  create function new_uuid() returns uuid language sql volatile as $$
    select encode(
      set_bit(
        set_bit(
          overlay(
            uuid_send(gen_random_uuid())
            placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
            from 1 for 6
          ),
          52, 1
        ),
        53, 1
      ),
      'hex'
    )::uuid
  $$`;

const TELL = `
  create function tell_subscriptions() returns trigger language plpgsql as $$
  declare lanes text[];
  begin
    with told as (
      insert into webhook_delivery (
        id, tenant_id, subscription_id, event_id, event_type, seq, resource, status, tries, attempts, due_at, created_at
      )
      select new_uuid(), e.tenant_id, s.id, e.id, e.type, e.seq,
        case s.ordering when 'resource' then e.resource end, 'waiting', 0, 0, date_trunc('milliseconds', clock_timestamp()), e.created_at
      from happened e
        join webhook_subscription s on s.tenant_id = e.tenant_id and s.active and e.type = any (s.events)
      returning tenant_id, subscription_id
    )
    select array_agg(distinct tenant_id || ' ' || subscription_id) into lanes from told;
    perform pg_notify('foyer_webhooks', lane) from unnest(lanes) lane;
    return null;
  end $$`;
