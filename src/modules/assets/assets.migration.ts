import { Migration } from '@mikro-orm/migrations';

class Migration20261115000300Assets extends Migration {
  override up(): void {
    this.addSql(`create extension if not exists pg_trgm`);
    this.addSql(`create extension if not exists btree_gin`);
    this.addSql(`
      create table asset (
        id uuid primary key,
        tenant_id uuid not null references tenant,
        name text not null,
        purpose text not null,
        tags text[] not null,
        ai_description text,
        parent_asset_id uuid references asset on delete set null,
        hidden boolean not null,
        kind text not null,
        file_id uuid not null unique,
        media_type text not null,
        file_size bigint not null,
        file_hash text not null,
        search_text text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        trashed_at timestamptz(3)
      )`);
    this.addSql(
      `create index asset_parent on asset (parent_asset_id, created_at, id) where parent_asset_id is not null`,
    );
    this.addSql(`create index asset_order on asset (tenant_id, created_at, id) where trashed_at is null`);
    this.addSql(
      `create index asset_kind_order on asset (tenant_id, kind, created_at, id) where trashed_at is null`,
    );
    this.addSql(
      `create index asset_hidden_order on asset (tenant_id, hidden, created_at, id) where trashed_at is null`,
    );
    this.addSql(`
      create index asset_trash_order on asset (tenant_id, trashed_at, id) where trashed_at is not null`);
    this.addSql(`
      create index asset_trash_kind_order on asset (tenant_id, kind, trashed_at, id)
      where trashed_at is not null`);
    // `fastupdate` is off, because every search would have to read the list of pending entries.
    for (const [name, condition] of [
      ['asset_search', 'trashed_at is null'],
      ['asset_trash_search', 'trashed_at is not null'],
    ]) {
      this.addSql(`
        create index ${name} on asset using gin (tenant_id, search_text gin_trgm_ops)
        with (fastupdate = off) where ${condition}`);
    }
  }
}

class Migration20261116000300AssetKeys extends Migration {
  override up(): void {
    this.addSql(`alter table asset drop constraint asset_parent_asset_id_fkey`);
    this.addSql(`drop index asset_parent`);
    this.addSql(`
      create index asset_parent on asset (tenant_id, parent_asset_id, created_at, id)
      where parent_asset_id is not null`);
    this.addSql(`
      alter table asset drop constraint asset_file_id_key, add unique (tenant_id, file_id)`);
    this.addSql(`alter table asset drop constraint asset_pkey, add primary key (tenant_id, id)`);
    this.addSql(`
      alter table asset
        add foreign key (tenant_id, parent_asset_id) references asset on delete set null (parent_asset_id)`);
  }
}

/** `variants_at` is null until the variants of a picture are made, or given up. */
class Migration30000000000007AssetVariants extends Migration {
  /** The constraints that it drops come back as they were. */
  static readonly effect = 'expanding';

  override up(): void {
    this.addSql(`
      alter table asset
        add column width int,
        add column height int,
        add column preview_file_id uuid,
        add column variants_at timestamptz(3),
        add column variant_failures smallint`);
    this.addSql(`
      create index asset_without_variants on asset (tenant_id, created_at, id)
      where variants_at is null and media_type like 'image/%'`);
    this.addSql(`
      create table asset_variant (
        tenant_id uuid not null references tenant,
        file_id uuid not null,
        asset_id uuid not null,
        is_preview boolean not null,
        media_type text not null,
        width int not null,
        height int not null,
        file_size bigint not null,
        file_hash text not null
      )`);
    this.addSql(`create index asset_variant_asset on asset_variant (tenant_id, asset_id)`);
    // The primary key is to be the newest index of its table (docs/growing.md).
    this.addSql(`alter table asset_variant add primary key (tenant_id, file_id)`);
    this.addSql(`alter table asset drop constraint asset_tenant_id_parent_asset_id_fkey`);
    this.addSql(`alter table asset drop constraint asset_pkey, add primary key (tenant_id, id)`);
    this.addSql(`
      alter table asset
        add foreign key (tenant_id, parent_asset_id) references asset on delete set null (parent_asset_id)`);
  }
}

/**
 * What a variant is for. The previous release inserts variants without it; the trigger `state_variant_purposes` adds it
 * (variants.trigger.ts), as this migration does. Its `is_preview` stays until no process reads it any more.
 */
class Migration30000000000015VariantPurposes extends Migration {
  override up(): void {
    this.addSql(`alter table asset_variant add column purpose text`);
    // Pictures with variants for pages have them as WebP. The others have no variant but a touch icon.
    this.addSql(`
      update asset_variant v set purpose = case
        when v.is_preview then 'preview'
        when exists (
          select from asset_variant w
          where w.tenant_id = v.tenant_id and w.asset_id = v.asset_id and not w.is_preview
            and w.media_type = 'image/webp'
        ) then 'page'
        else 'touch'
      end`);
  }
}

/** Assets in the order of their changes. */
class Migration30000000000022AssetChanges extends Migration {
  /** The constraints that it drops come back as they were. */
  static readonly effect = 'expanding';

  override up(): void {
    this.addSql(`create index asset_changed on asset (tenant_id, updated_at, id) where trashed_at is null`);
    // The primary key is to be the newest index of its table (docs/growing.md).
    this.addSql(`alter table asset drop constraint asset_tenant_id_parent_asset_id_fkey`);
    this.addSql(`alter table asset drop constraint asset_pkey, add primary key (tenant_id, id)`);
    this.addSql(`
      alter table asset
        add foreign key (tenant_id, parent_asset_id) references asset on delete set null (parent_asset_id)`);
  }
}

export const assetMigrations = [
  Migration20261115000300Assets,
  Migration20261116000300AssetKeys,
  Migration30000000000007AssetVariants,
  Migration30000000000015VariantPurposes,
  Migration30000000000022AssetChanges,
];
