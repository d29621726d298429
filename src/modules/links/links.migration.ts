import { Migration } from '@mikro-orm/migrations';

export class Migration20261115000800Links extends Migration {
  override up(): void {
    this.addSql(`
      create table tenant_domain (
        id uuid primary key,
        tenant_id uuid not null references tenant,
        domain text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`);
    // Of all tenants: the host that a visitor asks for names one of them.
    this.addSql(`create unique index tenant_domain_name on tenant_domain (domain)`);
    this.addSql(`create index tenant_domain_order on tenant_domain (tenant_id, created_at, id)`);
    this.addSql(`
      create table page_link (
        id uuid primary key,
        tenant_id uuid not null references tenant,
        tenant_domain_id uuid,
        path text not null,
        path_hash bytea not null,
        audience_id uuid not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted_at timestamptz(3)
      )`);
    this.addSql(`
      create unique index page_link_path on page_link (tenant_id, tenant_domain_id, path_hash)
        nulls not distinct where deleted_at is null`);
    this.addSql(
      `create index page_link_order on page_link (tenant_id, created_at, id) where deleted_at is null`,
    );
    this.addSql(`
      create index page_link_domain on page_link (tenant_id, tenant_domain_id, created_at, id) where deleted_at is null`);
    this.addSql(`
      create index page_link_audience on page_link (tenant_id, audience_id, created_at, id) where deleted_at is null`);
  }
}

export class Migration20261116000800LinkKeys extends Migration {
  override up(): void {
    for (const table of ['tenant_domain', 'page_link'])
      this.addSql(`alter table ${table} drop constraint ${table}_pkey, add primary key (tenant_id, id)`);
  }
}
