import { Migration } from '@mikro-orm/migrations';

class Migration20261120001100Visits extends Migration {
  override up(): void {
    this.addSql(`
      create table visit (
        tenant_id uuid not null references tenant,
        id uuid not null,
        page_link_id uuid not null,
        visit_key text not null,
        page_id uuid not null,
        audience_id uuid not null,
        bot text,
        due_at timestamptz(3),
        computed_at timestamptz(3),
        rules int,
        failures int not null default 0
      )`);
    this.addSql(`create unique index visit_key on visit (tenant_id, page_link_id, visit_key)`);
    this.addSql(`create index visit_due on visit (tenant_id, due_at) where due_at is not null`);
    this.addSql(`create index visit_rules on visit (tenant_id, rules, id) where rules is not null`);
    // After the indexes (decision 67).
    this.addSql(`alter table visit add primary key (tenant_id, id)`);
  }
}

/**
 * Partitioned by the visit's id, which begins with its time: an event received on two days is still a duplicate
 * (decision 76).
 */
class Migration20261120001101VisitEvents extends Migration {
  override up(): void {
    this.addSql(`
      create table visit_event (
        tenant_id uuid not null,
        visit_id uuid not null,
        id text not null,
        type text not null,
        at timestamptz(3) not null,
        received_at timestamptz(3) not null,
        details json not null,
        primary key (tenant_id, visit_id, id)
      ) partition by range (visit_id)`);
  }
}

/** The number and size of the events that browsers reported and the service observed, with those that had no room. Earlier visits begin at 0. */
class Migration30000000000001VisitSizes extends Migration {
  override up(): void {
    this.addSql(`
      alter table visit
        add column reported_count bigint not null default 0,
        add column reported_bytes bigint not null default 0,
        add column observed_count bigint not null default 0,
        add column observed_bytes bigint not null default 0`);
  }
}

export const visitMigrations = [
  Migration20261120001100Visits,
  Migration20261120001101VisitEvents,
  Migration30000000000001VisitSizes,
];
