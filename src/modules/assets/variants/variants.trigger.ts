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

/**
 * PostgreSQL itself makes the files of variants orphans (stored-files.ts) when their asset is deleted: also by a process
 * of the previous release, which does not know of variants.
 */
export const variantRoutines = [RELEASE_VARIANTS, AFTER_ASSETS];
