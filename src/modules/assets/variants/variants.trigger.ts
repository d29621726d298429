const RELEASE_VARIANTS = `
  create or replace function release_variants() returns trigger language plpgsql as $$
  begin
    with gone as (
      delete from asset_variant v where v.tenant_id = old.tenant_id and v.asset_id = old.id
      returning v.tenant_id, v.file_id
    )
    insert into loose_file (tenant_id, id, due_at)
    select tenant_id, file_id, date_trunc('milliseconds', statement_timestamp()) from gone;
    return null;
  end $$`;

const AFTER_ASSETS = `
  create or replace trigger release_variants after delete on asset
  for each row execute function release_variants()`;

const STATE_VARIANT_PURPOSES = `
  create or replace function state_variant_purposes() returns trigger language plpgsql as $$
  begin
    update asset_variant v set purpose = case
      when v.is_preview then 'preview'
      when exists (
        select from asset_variant w
        where w.tenant_id = v.tenant_id and w.asset_id = v.asset_id and not w.is_preview
          and w.media_type = 'image/webp'
      ) then 'page'
      else 'touch'
    end
    from made where v.tenant_id = made.tenant_id and v.file_id = made.file_id and made.purpose is null;
    return null;
  end $$`;

const AFTER_VARIANTS = `
  create or replace trigger state_variant_purposes after insert on asset_variant
  referencing new table as made for each statement execute function state_variant_purposes()`;

/**
 * PostgreSQL itself makes the files of variants orphans (stored-files.ts) when their asset is deleted: also by a process
 * of the previous release, which does not know of variants. It also states what a variant is for if a process of a
 * release without purposes has made it: pictures with variants for pages have them as WebP, and the others have no
 * variant but a touch icon.
 */
export const variantRoutines = [RELEASE_VARIANTS, AFTER_ASSETS, STATE_VARIANT_PURPOSES, AFTER_VARIANTS];
