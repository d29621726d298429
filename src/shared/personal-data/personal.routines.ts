import { ERASED } from '../database/records/personal-table.js';
import { identifierRoutines, MAX_IDENTIFIERS } from './identifiers.routines.js';

const ENSURE_PERSON_INDEX = `
  create or replace function ensure_person_index(whole text) returns void language plpgsql as $$
  begin
    if exists (
      select from pg_attribute
      where attrelid = quote_ident(whole)::regclass and attname = 'person_hashes' and not attisdropped
    ) then return;
    end if;
    execute format('alter table %I add column person_hashes bigint[]', whole);
    -- Without the list of pending entries, which every search would have to read.
    execute format(
      'create index %I on %I using gin (tenant_id, person_hashes) with (fastupdate = off)
       where person_hashes is not null',
      whole || '_persons', whole
    );
  end $$`;

const HMAC_PAD = `
  create or replace function hmac_pad(key bytea, byte int) returns bytea language plpgsql immutable as $$
  declare
    pad bytea := decode(repeat(lpad(to_hex(byte), 2, '0'), 64), 'hex');
  begin
    for at in 0..length(key) - 1 loop
      pad := set_byte(pad, at, get_byte(key, at) # byte);
    end loop;
    return pad;
  end $$`;

/** The first eight bytes of HMAC-SHA-256 of the tenant and the identifier. Null if there is no identifier. */
const PERSON_HASHES_OF = `
  create or replace function person_hashes_of(tenant uuid, identifiers text[]) returns bigint[]
  language plpgsql stable as $$
  declare
    key bytea;
    inner_pad bytea;
    outer_pad bytea;
  begin
    if coalesce(cardinality(identifiers), 0) = 0 then return null;
    end if;
    select value into strict key from service_secret where name = 'person index';
    inner_pad := hmac_pad(key, 54);
    outer_pad := hmac_pad(key, 92);
    return array(
      select distinct ('x' || encode(substring(sha256(
        outer_pad || sha256(inner_pad || convert_to(tenant || ' ' || identifier, 'UTF8'))
      ) from 1 for 8), 'hex'))::bit(64)::bigint
      from unnest(identifiers) as each (identifier)
    );
  end $$`;

const STORED_PERSON_HASHES = `
  create or replace function stored_person_hashes(tenant uuid, identifiers text[]) returns bigint[]
  language sql stable as $$
    select person_hashes_of(tenant, identifiers[1:${MAX_IDENTIFIERS}])
  $$`;

const MENTIONS_PERSON = `
  create or replace function mentions_person(tenant uuid, value text, hashes bigint[]) returns boolean
  language sql stable as $$
    select case when may_mention_person(value)
      then coalesce(person_hashes_of(tenant, identifiers_in(value, 'text')) && hashes, false) else false end
  $$`;

/**
 * The document with a replacement for each text and each name of a field that mentions the person. Names of an object
 * differ, so each further one has a number that no other name has.
 */
const JSON_WITHOUT_PERSON = String.raw`
  create or replace function json_without_person(tenant uuid, document json, hashes bigint[]) returns json
  language plpgsql stable strict as $$
  begin
    return case json_typeof(document)
      when 'string' then
        case when mentions_person(tenant, document #>> '{}', hashes) then to_json('${ERASED}'::text) else document end
      when 'array' then (
        select coalesce(json_agg(json_without_person(tenant, value, hashes) order by at), document)
        from json_array_elements(document) with ordinality as each (value, at)
      )
      when 'object' then (
        select coalesce(json_object_agg(
          case when not is_mention then name when number = 1 then '${ERASED}' else '(erased ' || number || ')' end,
          json_without_person(tenant, value, hashes) order by at
        ), document)
        from (
          select *, highest + row_number() over (partition by is_mention order by at) as number
          from json_each(document) with ordinality as each (name, value, at),
            lateral mentions_person(tenant, name, hashes) as is_mention, (
              select coalesce(max(coalesce(used[1]::int, 1)), 0) as highest
              from json_object_keys(document) as names (name),
                lateral regexp_match(name, '^\(erased(?: ([0-9]{1,9}))?\)$') as used
              where used is not null
            ) as taken
        ) as fields
      )
      else document
    end;
  end $$`;

/**
 * The index of texts by the persons whom they mention (decision 87). PostgreSQL itself fills it, in the transaction of
 * the write, so no code that writes a text can forget it.
 */
export const personalRoutines = [
  ENSURE_PERSON_INDEX,
  ...identifierRoutines,
  ...[HMAC_PAD, PERSON_HASHES_OF, STORED_PERSON_HASHES, MENTIONS_PERSON, JSON_WITHOUT_PERSON],
];
