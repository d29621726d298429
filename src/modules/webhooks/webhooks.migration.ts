import { Migration } from '@mikro-orm/migrations';

class Migration20261115000700Webhooks extends Migration {
  override up(): void {
    this.addSql(`
      create table webhook_subscription (
        id uuid primary key,
        tenant_id uuid not null references tenant,
        url text not null,
        events text[] not null,
        active boolean not null,
        sealed_secret bytea not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`);
    this.addSql(`create index webhook_subscription_order on webhook_subscription (tenant_id, id)`);
  }
}

class Migration20261116000700WebhookKeys extends Migration {
  override up(): void {
    this.addSql(`
      alter table webhook_subscription
        drop constraint webhook_subscription_pkey,
        add primary key (tenant_id, id)`);
    // The new primary key has the same columns.
    this.addSql(`drop index webhook_subscription_order`);
  }
}

export const webhookMigrations = [Migration20261115000700Webhooks, Migration20261116000700WebhookKeys];
