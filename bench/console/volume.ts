import { Client } from 'pg';
import { exampleUuid } from '../setup/built.ts';
import { fillSessions } from '../growing/analytics-rows.ts';
import { dropIndexes } from '../growing/rows.ts';
import { copiesFor, type Copies } from './copies.ts';

const DAY_MS = 86_400_000;
/** The copies are spread over so many days. */
const DAYS = 300;
/** Events are kept for about a month. */
const EVENT_DAYS = 30;
/** Below it, recreating indexes takes longer than filling them. */
const MANY = 20_000;

/** Fills a database that has the samples. */
export async function fillConsole(url: string, persons: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // Triggers and foreign keys would take most of the time.
    await client.query('set session_replication_role = replica');
    await client.query(momentsUntil(Date.now()));
    await client.query(
      `select ensure_partitions('week', '{event,webhook_delivery}', at) from ${eachWeekOf(EVENT_DAYS)}`,
    );
    await client.query(`select ensure_partitions('month', '{audit_entry}', at) from ${eachWeekOf(DAYS)}`);
    for (const copies of copiesFor(persons)) await copy(client, copies);
    // Those of the samples are in no rollups of these values.
    await client.query('truncate audience_session, analytics_total, analytics_breakdown, analytics_value');
  } finally {
    await client.end();
  }
  await fillSessions(url, SAMPLE_AUDIENCE, {
    count: Math.max(1, Math.floor(persons / 5)),
    visitedOnce: 1,
    visitedOnceId: SAMPLE_AUDIENCE.audienceId,
  });
}

const SAMPLE_AUDIENCE = { pageId: exampleUuid('page'), audienceId: exampleUuid('audience') };

const eachWeekOf = (days: number): string =>
  `generate_series(now() - interval '${days} days', now(), '7 days') at`;

/** When copy `n` was made, and its id: a UUIDv7 of that time. */
function momentsUntil(end: number): string {
  const ms = `${end} - days * ${DAY_MS}::bigint + (n * days * ${DAY_MS} / count)`;
  const time = `lpad(to_hex(${ms}), 12, '0')`;
  const parameters = `(n bigint, count bigint, days bigint default ${DAYS})`;
  return `
    create function pg_temp.moment_of${parameters} returns timestamptz immutable language sql
      return to_timestamp((${ms}) / 1000);
    create function pg_temp.id_of${parameters} returns uuid immutable language sql
      return (left(${time}, 8) || '-' || right(${time}, 4) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
}

const USUAL: Record<string, string> = { id: 'new_id', created_at: 'moment', updated_at: 'moment' };

async function copy(client: Client, { table, count, of = 'true', columns, isEvent }: Copies): Promise<void> {
  const days = isEvent ? EVENT_DAYS : DAYS;
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  const values = names.map((name) => columns[name] ?? USUAL[name] ?? `sample.${name}`);
  const restore = count < MANY ? undefined : await dropIndexes(client, table);
  const { rowCount } = await client.query(
    `insert into ${table} (${names.join(', ')})
     select ${values.join(', ')}
     from (select * from ${table} where ${of} limit 1) sample,
       (select n, pg_temp.id_of(n, ${count}, ${days}) as new_id, pg_temp.moment_of(n, ${count}, ${days}) as moment
        from generate_series(1, ${count}) n) copies`,
  );
  await restore?.();
  if (rowCount !== count) throw new Error(`There is no sample in ${table} to copy.`);
}
