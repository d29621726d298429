/** Of a text, and of a record: it is found by at most this many addresses, numbers and profiles in its texts. */
export const MAX_IDENTIFIERS = 1000;

/** Numbers with fewer digits are found only in fields for phone numbers. A date has eight. */
const MIN_DIGITS = 9;
const MAX_DIGITS = 15;

/**
 * Bound the work for a text that consists of digits: its first sequences of digits, the beginning of each, and the
 * numbers found in all of them.
 */
const MAX_RUNS = 20;
const MAX_RUN_LENGTH = 160;
const MAX_GROUPS = 24;
const MAX_NUMBERS = 50;
const WINDOW = 2 * MAX_RUN_LENGTH;

/**
 * Whether a text has an `@`, enough digits, or a URL. Most texts that are one URL are addresses of visited pages: they
 * count only if they lead to LinkedIn.
 */
const MAY_MENTION_PERSON = String.raw`
  create or replace function may_mention_person(value text) returns boolean language sql immutable as $$
    select value ~ '@|%(25)*40|[0-9]([^[:alnum:]]{0,3}[0-9]){${MIN_DIGITS - 1}}'
      or value ~ '[[:alnum:]]\.[[:alpha:]]{2,}/'
        and (value !~ '^https?://\S+$' or value ~* '^https?://[^/]*linkedin\.')
  $$`;

/** The same of a document, without its numbers and URLs of pages, which nearly all documents have. */
const MAY_MENTION_PERSON_IN_JSON = String.raw`
  create or replace function may_mention_person_in_json(document text) returns boolean language sql immutable as $$
    select may_mention_person(regexp_replace(
      regexp_replace(regexp_replace(document, '\\[bfnrt]', ' ', 'g'), '([^\\]":) ?-?[0-9][0-9.eE+-]*', '\1', 'g'),
      '"https?://(?![^/"]*linkedin\.)[^"\s@%0-9]*"', '', 'gi'
    ))
  $$`;

/** Spaces of other widths, quotation marks, and characters that are not shown. */
const OTHER_SPACES = String.raw`\00a0\2007\2009\202f`;
const QUOTES = String.raw`\00ab\00bb\2018\2019\201a\201c\201d\201e\2039\203a`;
const INVISIBLE = String.raw`\00ad\200b\200e\200f\202a\202b\202c\202d\202e\2060\feff`;

/** Characters of identifiers, and those that may stand next to them. */
const ENCODED = { '%40': '@', '%2b': '+', '%20': ' ', '%22': '"', '%2c': ',', '%2f': '/', '%3a': ':' };
const MORE_ENCODED = { '%26': '&', '%3b': ';', '%3c': '<', '%3d': '=', '%3e': '>', '%3f': '?' };

/** A URL inside a URL is encoded twice: its %40 is %2540. */
const DECODED = Object.entries({ ...ENCODED, ...MORE_ENCODED }).reduce(
  (text, [code, character]) => `replace(${text}, '${code}', '${character}')`,
  `regexp_replace(plain, '%(25)+', '%', 'g')`,
);

const READABLE = String.raw`
  create or replace function readable(value text) returns text language plpgsql immutable as $$
  declare
    plain text := lower(case when length(value) > 1000 then value else normalize(value, nfc) end);
  begin
    if octet_length(plain) > length(plain) then
      plain := translate(plain, U&'${OTHER_SPACES}${QUOTES}${INVISIBLE}', '    ${'"'.repeat(10)}');
    end if;
    if strpos(plain, '%') > 0 then plain := ${DECODED};
    end if;
    return plain;
  end $$`;

const EMAILS_IN = String.raw`
  create or replace function emails_in(value text) returns setof text language plpgsql immutable as $$
  declare
    address text[];
    host text;
  begin
    if strpos(value, '@') = 0 then return;
    end if;
    for address in select regexp_matches(
      value, '([^\s"(),:;<>@\[\]\\]+)@([^\s"(),:;<>@\[\]\\/?#&=''!|{}*%]+)', 'g'
    ) limit ${MAX_IDENTIFIERS} loop
      host := rtrim(address[2], '.-_…');
      continue when host !~ '\.';
      return next ltrim(address[1], '.') || '@' || host;
      -- As in ?mail=jane@works.example.
      return next regexp_replace(address[1], '^.*[=/&?|''{}*!#$^~%.]*[=/&?|''{}*!#$^~%]', '') || '@' || host;
    end loop;
  end $$`;

/** Digits with what may stand between them. Shorter sequences contain no number. */
const RUN_OF_DIGITS = String.raw`'(?<![[:alnum:]])[+(]*[0-9](?:[\s()+./\u2010-\u2015-]*[0-9]){${MIN_DIGITS - 1},}(?![[:alnum:]])'`;

/**
 * Digits of numbers. A number may be written in groups, and next to another number: it begins with the first group, with
 * a plus or with a zero, or is a group of its own.
 */
const PHONES_IN = String.raw`
  create or replace function phones_in(value text) returns setof text language plpgsql immutable as $$
  declare
    rest text := replace(value, '(0)', '');
    run text;
    groups text[];
    digits text;
    found int := 0;
  begin
    for nth in 1..${MAX_RUNS} loop
      -- A text of digits has a sequence at its beginning. To look for it in the whole text takes longer.
      run := (regexp_match(left(rest, ${WINDOW}), ${RUN_OF_DIGITS}))[1];
      if run is null or strpos(rest, run) + length(run) > ${WINDOW} then
        run := (regexp_match(rest, ${RUN_OF_DIGITS}))[1];
      end if;
      exit when run is null;
      rest := substr(rest, strpos(rest, run) + length(run));
      -- A number that is cut off is none.
      if length(run) > ${MAX_RUN_LENGTH} then run := rtrim(left(run, ${MAX_RUN_LENGTH}), '0123456789');
      end if;
      select array_agg(matched[1]) into groups
      from (select matched from regexp_matches(run, '([+]?[0-9]+)', 'g') matched limit ${MAX_GROUPS}) as few;
      for begin_at in 1..coalesce(cardinality(groups), 0) loop
        if length(groups[begin_at]) between ${MIN_DIGITS} and ${MAX_DIGITS} then
          return next ltrim(groups[begin_at], '+');
        end if;
        continue when begin_at > 1 and groups[begin_at] !~ '^[+0]';
        digits := '';
        for end_at in begin_at..cardinality(groups) loop
          exit when end_at > begin_at and groups[end_at] like '+%';
          digits := digits || ltrim(groups[end_at], '+');
          exit when length(digits) > ${MAX_DIGITS + 2};
          continue when length(digits) < ${MIN_DIGITS};
          return next case when digits like '00%' then substr(digits, 3) else digits end;
          found := found + 1;
          if found = ${MAX_NUMBERS} then return;
          end if;
        end loop;
      end loop;
    end loop;
  end $$`;

/** LinkedIn has a host for each country, such as de.linkedin.com. */
const PROFILE_OF = String.raw`
  create or replace function profile_of(url text) returns text language sql immutable as $$
    select rtrim(regexp_replace(
      regexp_replace(btrim(url), '^(https?://)?(www\.|[a-z]{1,3}\.(?=linkedin\.))?', ''), '[?#].*$', ''
    ), '/.,;:!')
  $$`;

/**
 * URLs with their beginnings, because a URL may lead to a part of the profile. A host with one word, such as
 * linkedin.com/in, is no profile: everybody's would begin with it.
 */
const PROFILES_IN = String.raw`
  create or replace function profiles_in(value text) returns setof text language plpgsql immutable as $$
  declare
    url text;
    parts text[];
  begin
    if strpos(value, '/') = 0 or value ~ '^https?://\S+$' and value !~ '^https?://[^/]*linkedin\.' then return;
    end if;
    for url in select matched[1] from regexp_matches(
      value, '((?:[[:alnum:]_-]+\.)+[[:alpha:]]{2,}/[^\s"''<>()]+)', 'g'
    ) matched limit ${MAX_IDENTIFIERS} loop
      url := profile_of(url);
      parts := string_to_array(url, '/');
      return next url;
      for end_at in 3..least(cardinality(parts) - 1, 4) loop
        return next array_to_string(parts[1:end_at], '/');
      end loop;
    end loop;
  end $$`;

/** Addresses, numbers and profiles in a text. A field for a phone number or a profile also counts as a whole. */
const IDENTIFIERS_IN = `
  create or replace function identifiers_in(value text, kind text) returns text[] language sql immutable as $$
    select array(
      select distinct each from readable(value) as plain, lateral (
        select 'email:' || emails_in(plain)
        union all select 'phone:' || phones_in(plain)
        union all select 'profile:' || profiles_in(plain)
        union all select 'phone:' || regexp_replace(plain, '^00|[^0-9]', '', 'g') where kind = 'phone'
        union all select 'profile:' || profile_of(plain) where kind = 'profile'
      ) as found (each)
      where each is not null and (may_mention_person(value) or kind in ('phone', 'profile'))
    )
  $$`;

/** The texts of a document, and the names of its fields. */
const IDENTIFIERS_IN_JSON = `
  create or replace function identifiers_in_json(document jsonb) returns text[] language sql immutable as $$
    select array(
      select distinct each
      from (
        select leaf #>> '{}' from jsonb_path_query(document, 'strict $.** ? (@.type() == "string")') as leaf
        union all
        select jsonb_object_keys(node) from jsonb_path_query(document, 'strict $.** ? (@.type() == "object")') as node
      ) as texts (value),
        unnest(case when may_mention_person(value) then identifiers_in(value, 'text') end) as found (each)
    )
  $$`;

/** Country codes of two digits (E.164). Those of one digit are 1 and 7, all others have three digits. */
const TWO_DIGIT_CODE = `'^(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])'`;

/** A number without its country code. */
const NATIONAL_NUMBER = `
  create or replace function national_number(digits text) returns text language sql immutable as $$
    select substr(digits, case when digits ~ '^[17]' then 2 when digits ~ ${TWO_DIGIT_CODE} then 3 else 4 end)
  $$`;

/** How texts may write an address, number or profile of a person; numbers also as callers of the country dial them. */
const IDENTIFIERS_OF = `
  create or replace function identifiers_of(kind text, value text) returns text[] language sql immutable as $$
    select case kind
      when 'email' then array['email:' || readable(value)]
      when 'profile' then array['profile:' || profile_of(readable(value))]
      when 'phone' then (
        select array(
          select 'phone:' || digits where length(digits) >= ${MIN_DIGITS}
          union select 'phone:' || prefix || national_number(digits)
          from unnest(array['', '0', case when digits like '7%' then '8' end]) as dialled (prefix)
          where length(prefix || national_number(digits)) >= 9
        )
        from regexp_replace(value, '[^0-9]', '', 'g') as digits
      )
    end
    where value is not null
  $$`;

/** Find the addresses, numbers and profiles in texts (decision 87). */
export const identifierRoutines = [
  ...[MAY_MENTION_PERSON, MAY_MENTION_PERSON_IN_JSON, READABLE],
  ...[EMAILS_IN, PHONES_IN, PROFILE_OF, PROFILES_IN],
  ...[IDENTIFIERS_IN, IDENTIFIERS_IN_JSON, NATIONAL_NUMBER, IDENTIFIERS_OF],
];
