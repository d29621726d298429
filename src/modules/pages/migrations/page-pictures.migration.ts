import { Migration } from '@mikro-orm/migrations';

/** The indexes find the pages and audiences that use an asset. A GIN index leaves the primary key the newest B-tree. */
class Migration30000000000009OgImages extends Migration {
  override up(): void {
    this.addSql(`alter table page add column og_image_asset_id uuid`);
    this.addSql(`alter table audience add column og_image_asset_id_override uuid`);
    this.addSql(`
      create index page_og_image on page using gin (tenant_id, og_image_asset_id) with (fastupdate = off)
      where og_image_asset_id is not null`);
    this.addSql(`
      create index audience_og_image on audience using gin (tenant_id, og_image_asset_id_override)
      with (fastupdate = off) where og_image_asset_id_override is not null`);
    this.addSql(`alter table audience_version add column text_author text`);
  }
}

/** The indexes find the pages and audiences whose texts show an asset. */
class Migration30000000000011TextAssets extends Migration {
  override up(): void {
    this.addSql(`
      create function assets_in(markdown text) returns text[] language sql immutable parallel safe
      return array(
        select distinct found[1] from regexp_matches(markdown, 'asset:(asset_[0-9a-z]{26})(?![0-9a-z])', 'g') as found
      )`);
    this.addSql(`
      create index page_text_assets on page using gin (tenant_id, assets_in(body)) with (fastupdate = off)
      where body like '%asset:asset\\_%'`);
    this.addSql(`
      create index audience_text_assets on audience using gin (tenant_id, assets_in(body_override))
      with (fastupdate = off) where body_override like '%asset:asset\\_%'`);
  }
}

/** Covers, blocks and topics. The indexes find the pages and audiences that show an asset. */
class Migration30000000000012PageBlocks extends Migration {
  override up(): void {
    this.addSql(`
      alter table page
        add column cover_image json, add column topic_ids json, add column blocks json not null default '[]'`);
    this.addSql(`
      alter table audience add column cover_image_override json, add column topic_ids_override json`);
    this.addSql(`
      create function assets_placed_in(part json) returns text[] language sql immutable parallel safe
      return array(
        select distinct found[1]
        from regexp_matches(part::text, '(?:"assetId":"|asset:)(asset_[0-9a-z]{26})(?![0-9a-z])', 'g') as found
      )`);
    for (const [name, table, column] of [
      ['page_cover_assets', 'page', 'cover_image'],
      ['audience_cover_assets', 'audience', 'cover_image_override'],
    ] as const)
      this.addSql(`
        create index ${name} on ${table} using gin (tenant_id, assets_placed_in(${column}))
        with (fastupdate = off) where ${column} is not null`);
    this.addSql(`
      create index page_block_assets on page using gin (tenant_id, assets_placed_in(blocks))
      with (fastupdate = off) where json_array_length(blocks) > 0`);
  }
}

/** Finds the pages with a logo. */
class Migration30000000000025PageLogos extends Migration {
  override up(): void {
    this.addSql(`
      create index page_logo_assets on page using gin (tenant_id, assets_placed_in(action_card_widgets))
      with (fastupdate = off) where json_array_length(action_card_widgets) > 0`);
  }
}

/** Of the pictures that pages and audiences name. */
export const pagePictureMigrations = [
  Migration30000000000009OgImages,
  Migration30000000000011TextAssets,
  Migration30000000000012PageBlocks,
  Migration30000000000025PageLogos,
];
