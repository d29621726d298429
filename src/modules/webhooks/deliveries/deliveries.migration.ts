import { Migration } from '@mikro-orm/migrations';

/** Times come from PostgreSQL's clock, which all workers share. `deliveries.trigger.ts` fills these tables. */
class Migration20261115000831Deliveries extends Migration {
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
  }
}

/** Finds a chain by an expression that no other index has, so the planner has no choice. */
class Migration20261115120000DeliveryChains extends Migration {
  override up(): void {
    this.addSql(`drop index webhook_delivery_chain`);
    this.addSql(`
      create index webhook_delivery_chain on webhook_delivery ((subscription_id::text || resource), seq)
      where status = 'waiting' and resource is not null`);
  }
}

class Migration20261116000831DeliveryKeys extends Migration {
  override up(): void {
    this.addSql(`
      alter table webhook_delivery
        drop constraint webhook_delivery_subscription_id_event_id_key,
        add unique (tenant_id, subscription_id, event_id)`);
    this.addSql(`
      alter table webhook_attempt
        drop constraint webhook_attempt_pkey,
        add primary key (tenant_id, delivery_id, number)`);
    this.addSql(`drop index webhook_delivery_order, webhook_delivery_due, webhook_delivery_chain`);
    this.addSql(`
      create index webhook_delivery_order on webhook_delivery (tenant_id, subscription_id, created_at, id)`);
    this.addSql(`
      create index webhook_delivery_due on webhook_delivery (tenant_id, subscription_id, due_at, seq)
      where status = 'waiting'`);
    this.addSql(`
      create index webhook_delivery_chain
      on webhook_delivery (tenant_id, (subscription_id::text || resource), seq)
      where status = 'waiting' and resource is not null`);
    this.addSql(`
      alter table webhook_delivery drop constraint webhook_delivery_pkey, add primary key (tenant_id, id)`);
  }
}

/** Deliveries and attempts are partitioned by the week of their event, and deleted with it. */
class Migration20261117000831DeliveryPartitions extends Migration {
  override up(): void {
    this.moveDeliveries();
    this.moveAttempts();
    this.addSql(`drop table webhook_delivery_before, webhook_attempt_before`);
    // The job that deleted old deliveries no longer exists.
    this.addSql(`
      do $$ begin
        if to_regclass('jobs.schedule') is not null then
          delete from jobs.schedule where name = 'webhooks.forget-deliveries';
          delete from jobs.job where name = 'webhooks.forget-deliveries';
        end if;
      end $$`);
  }

  private moveDeliveries(): void {
    this.addSql(`alter table webhook_delivery rename to webhook_delivery_before`);
    this.addSql(`
      alter table webhook_delivery_before
        drop constraint webhook_delivery_pkey,
        drop constraint webhook_delivery_tenant_id_subscription_id_event_id_key`);
    this.addSql(`
      drop index webhook_delivery_order, webhook_delivery_due, webhook_delivery_chain, webhook_delivery_age`);
    this.addSql(`
      create table webhook_delivery (
        tenant_id uuid not null,
        id uuid not null,
        subscription_id uuid not null,
        event_id uuid not null,
        event_type text not null,
        seq bigint not null,
        resource text,
        status text not null,
        tries int not null,
        attempts int not null,
        due_at timestamptz(3) not null,
        created_at timestamptz(3) not null
      ) partition by range (event_id)`);
    this.addSql(`
      select ensure_week('{webhook_delivery}', week)
      from (select distinct date_trunc('week', moment_of(event_id), 'UTC') as week from webhook_delivery_before) weeks`);
    const columns = `
      tenant_id, id, subscription_id, event_id, event_type, seq, resource, status, tries, attempts, due_at, created_at`;
    this.addSql(`insert into webhook_delivery (${columns}) select ${columns} from webhook_delivery_before`);
    this.addSql(`alter table webhook_delivery add unique (tenant_id, subscription_id, event_id)`);
    this.addSql(`
      create index webhook_delivery_order on webhook_delivery (tenant_id, subscription_id, created_at, id)`);
    this.addSql(`
      create index webhook_delivery_due on webhook_delivery (tenant_id, subscription_id, due_at, seq)
      where status = 'waiting'`);
    this.addSql(`
      create index webhook_delivery_chain
      on webhook_delivery (tenant_id, (subscription_id::text || resource), seq)
      where status = 'waiting' and resource is not null`);
    this.addSql(`alter table webhook_delivery add primary key (tenant_id, id, event_id)`);
  }

  private moveAttempts(): void {
    this.addSql(`alter table webhook_attempt rename to webhook_attempt_before`);
    this.addSql(`alter table webhook_attempt_before drop constraint webhook_attempt_pkey`);
    this.addSql(`drop index webhook_attempt_age`);
    this.addSql(`
      create table webhook_attempt (
        tenant_id uuid not null,
        delivery_id uuid not null,
        number int not null,
        event_id uuid not null,
        url text not null,
        started_at timestamptz(3) not null,
        duration_ms int not null,
        response_status int,
        error text,
        detail text,
        response_body text not null
      ) partition by range (event_id)`);
    this.addSql(`
      select ensure_week('{webhook_attempt}', week)
      from (select distinct date_trunc('week', moment_of(event_id), 'UTC') as week from webhook_delivery_before) weeks`);
    const columns = `number, url, started_at, duration_ms, response_status, error, detail, response_body`;
    this.addSql(`
      insert into webhook_attempt (tenant_id, delivery_id, event_id, ${columns})
      select tenant_id, delivery_id, d.event_id, ${columns}
      from webhook_attempt_before a join webhook_delivery_before d using (tenant_id)
      where d.id = a.delivery_id`);
    this.addSql(`alter table webhook_attempt add primary key (tenant_id, delivery_id, number, event_id)`);
  }
}

/**
 * With old statistics, the planner considers all indexes that begin with the tenant equally good, and has read the
 * wrong one, once for each queue. This function has a high declared cost, so the planner prefers the index on it.
 */
class Migration20261122000030DeliveryQueues extends Migration {
  override up(): void {
    this.addSql(`
      create function delivery_queue(subscription_id uuid, resource text) returns text
      language plpgsql immutable strict parallel safe cost 10000 as $$
      begin
        return subscription_id::text || resource;
      end $$`);
    this.addSql(`drop index webhook_delivery_chain`);
    this.addSql(`
      create index webhook_delivery_queue
      on webhook_delivery (tenant_id, delivery_queue(subscription_id, resource), seq)
      where status = 'waiting' and resource is not null`);
    // If several indexes seem equally good, the planner takes the newest.
    this.addSql(`
      alter table webhook_delivery
        drop constraint webhook_delivery_pkey, add primary key (tenant_id, id, event_id)`);
  }
}

/** The deliveries of each state, in the order of their list. */
class Migration30000000000031DeliveryStates extends Migration {
  /** The primary key that it drops comes back as it was. */
  static readonly effect = 'expanding';

  override up(): void {
    this.addSql(`
      create index webhook_delivery_state
      on webhook_delivery (tenant_id, subscription_id, status, created_at, id)`);
    // The primary key is to be the newest index of its table (docs/growing.md).
    this.addSql(`
      alter table webhook_delivery
        drop constraint webhook_delivery_pkey, add primary key (tenant_id, id, event_id)`);
  }
}

export const deliveryMigrations = [
  Migration20261115000831Deliveries,
  Migration20261115120000DeliveryChains,
  Migration20261116000831DeliveryKeys,
  Migration20261117000831DeliveryPartitions,
  Migration20261122000030DeliveryQueues,
  Migration30000000000031DeliveryStates,
];
