/**
 * What our SQL and the parsing of its results rely on. Administrators may set other values for a server, a database or
 * a role (decision 90). `default_transaction_read_only` is missing on purpose: it is how an administrator stops writes.
 */
const SESSION_SETTINGS = {
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  default_transaction_isolation: 'read committed',
};

/**
 * The schema of our tables comes first: the one that has them, else the one where tables are created by default. The
 * rest of the path stays, because extensions may be in any schema.
 */
const SEARCH_PATH = `concat_ws(', ',
  coalesce(
    (select relnamespace::regnamespace::text from pg_class where oid = to_regclass('migration')),
    (select 'public' where to_regclass('public.migration') is not null),
    quote_ident(nullif(current_schema(), 'pg_catalog'))),
  nullif(current_setting('search_path'), ''), 'public')`;

/** Sets them in a `select`: for the session, or only until the end of the transaction if this SQL is true. */
export const setSettings = (isLocal: string): string =>
  [
    ...Object.entries(SESSION_SETTINGS).map(
      ([name, value]) => `set_config('${name}', '${value}', ${isLocal})`,
    ),
    `set_config('search_path', ${SEARCH_PATH}, ${isLocal})`,
  ].join(', ');
