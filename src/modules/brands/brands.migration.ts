import { Migration } from '@mikro-orm/migrations';

class Migration30000000000008Brands extends Migration {
  static readonly effect = 'expanding';

  override up(): void {
    this.addSql(`
      create table brand (
        tenant_id uuid not null references tenant,
        id uuid not null,
        key text not null,
        name text not null,
        legal_name text,
        address text,
        logo_asset_id uuid,
        dark_logo_asset_id uuid,
        icon_asset_id uuid,
        accent_color text,
        ground_color text,
        text_color text,
        typeface text,
        corners text,
        footer_links json not null,
        language text,
        shows_foreign_images boolean not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null
      )`);
    this.addSql(`create index brand_order on brand (tenant_id, created_at, id)`);
    this.addSql(`create unique index brand_key on brand (tenant_id, key)`);
    // After the indexes (decision 67).
    this.addSql(`alter table brand add primary key (tenant_id, id)`);
  }
}

export const brandMigrations = [Migration30000000000008Brands];
