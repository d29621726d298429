import { Migration } from '@mikro-orm/migrations';

class Migration20261115002100KeyRateLimit extends Migration {
  override up(): void {
    // As it is written on the command line: requests a second and burst.
    this.addSql('alter table api_key add column rate_limit text');
  }
}

class Migration30000000000016KeysOverHttp extends Migration {
  static readonly effect = 'expanding';

  override up(): void {
    // Processes of the previous release create keys without these.
    this.addSql(`
      alter table api_key
        add column name text,
        add column updated_at timestamptz(3),
        add column previous_hash bytea,
        add column previous_until timestamptz(3),
        add column parent_id uuid,
        add column parent_hash bytea`);
    this.addSql(`create unique index api_key_previous_hash on api_key (previous_hash)`);
    this.addSql(`create index api_key_order on api_key (tenant_id, created_at, id)`);
    this.addSql(`drop index api_key_tenant`);
    this.addSql(`
      create index api_key_children on api_key (tenant_id, parent_id, created_at, id) where parent_id is not null`);
    this.addSql(`
      create index api_key_child_ends on api_key (tenant_id, expires_at) where parent_id is not null`);
  }
}

export const apiKeyMigrations = [Migration20261115002100KeyRateLimit, Migration30000000000016KeysOverHttp];
