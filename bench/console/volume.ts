import { Client } from 'pg';
import { exampleUuid } from '../built.ts';
import { fillSessions } from '../growing/analytics-rows.ts';
import { dropIndexes } from '../growing/rows.ts';

const DAY_MS = 86_400_000;
const PERIOD_MS = 300 * DAY_MS;
/** Below it, recreating indexes takes longer than filling them. */
const MANY = 20_000;

const own = (kind: Parameters<typeof exampleUuid>[0], number?: number) =>
  `'${exampleUuid(kind, number)}'::uuid`;

/** The sample that is on: it has the deliveries. */
const SUBSCRIPTION = 2;

interface Copies {
  table: string;
  count: number;
  /** SQL condition for the row that is copied. */
  of?: string;
  /** What is different in copy `n`, which has a `new_id` and a `moment` of its own. */
  columns: Record<string, string>;
}

/** Copies of the samples. Each sample that a screen shows also gets long lists of its own. */
function copiesFor(persons: number): Copies[] {
  const share = (part: number) => Math.max(1, Math.floor(persons / part));
  const pages = share(100);
  const audiences = share(10);
  const nth = (count: number) => `pg_temp.id_of(1 + n % ${count}, ${count})`;
  const audience = { personId: `case when n % 2 = 0 then ${nth(persons)} end` };
  return [
    {
      table: 'person',
      count: persons,
      of: `id = ${own('person')}`,
      columns: {
        ...{ name: `'Person ' || n`, slug: `'person-' || n`, search_text: `'person ' || n` },
        ...{ email: `'p' || n || '@mail.example'`, email_key: `'p' || n || '@mail.example'` },
        ...{ phone_number: 'null', linkedin_profile_url: 'null', linkedin_key: 'null' },
        ...{ domain: 'null', account_id: `case when n % 2000 = 0 then ${own('account')} end` },
      },
    },
    {
      table: 'account',
      count: share(10),
      of: `id = ${own('account')}`,
      columns: { domain: `'c' || n || '.example'`, name: 'null', search_text: `'c' || n || '.example'` },
    },
    {
      table: 'person_log',
      count: share(100),
      columns: { person_id: own('person'), account_id: own('account'), idempotency_key: 'null' },
    },
    {
      table: 'page',
      count: pages,
      of: `id = ${own('page')}`,
      columns: { name: `'Page ' || n`, search_text: `'page ' || n` },
    },
    {
      table: 'audience',
      count: audiences,
      of: `id = ${own('audience')}`,
      columns: {
        page_id: `case when n % 10 = 0 then ${own('page')} else ${nth(pages)} end`,
        number: '1000 + n',
        person_id: `case when n % 1000 = 0 then ${own('person')} else ${audience.personId} end`,
      },
    },
    {
      table: 'audience_version',
      count: audiences,
      of: `audience_id = ${own('audience')} and status = 'published'`,
      columns: { audience_id: nth(audiences), content: `'{}'`, operation_key: 'null' },
    },
    {
      table: 'audience_version',
      count: share(1000),
      of: `audience_id = ${own('audience')} and status = 'published'`,
      columns: {
        version_number: '1000 + n',
        status: `'archived'`,
        operation_key: 'null',
        archived_at: 'moment',
      },
    },
    {
      table: 'audience_message',
      count: share(100),
      of: `audience_id = ${own('audience')}`,
      columns: {},
    },
    {
      table: 'page_link',
      count: audiences,
      columns: {
        path: `'/copy/' || n`,
        path_hash: `sha256(('/copy/' || n)::bytea)`,
        audience_id: nth(audiences),
      },
    },
    {
      table: 'asked_question',
      count: share(20),
      columns: {
        question: `'How much is plan ' || n || '?'`,
        grouped_by: `'how much is plan ' || n`,
        asked_count: 'n % 100',
        is_answered: 'n % 2 = 0',
        ...{ first_asked_at: 'moment', last_asked_at: 'moment' },
      },
    },
    {
      table: 'topic',
      count: share(1000),
      of: `id = ${own('topic')}`,
      columns: { title: `'Topic ' || n`, sort_order: '1000 + n', is_default: 'false' },
    },
    {
      table: 'topic_entry',
      count: share(100),
      of: `topic_id = ${own('topic')}`,
      columns: {
        topic_id: `case when n % 20 = 0 then ${own('topic')} else ${nth(share(1000))} end`,
        sort_order: '1000 + n',
      },
    },
    {
      table: 'asset',
      count: share(100),
      columns: { name: `'Picture ' || n`, search_text: `'picture ' || n`, file_id: 'new_id' },
    },
    {
      table: 'asset',
      count: share(1000),
      columns: { file_id: 'new_uuid()', id: 'new_uuid()', trashed_at: 'moment' },
    },
    { table: 'brand', count: share(10_000), columns: { key: `'brand-' || n`, name: `'Brand ' || n` } },
    { table: 'form', count: share(10_000), columns: { name: `'Form ' || n` } },
    {
      table: 'form_submission',
      count: share(10),
      columns: { person_id: `case when n % 1000 = 0 then ${own('person')} else ${nth(persons)} end` },
    },
    { table: 'tenant_domain', count: share(10_000), columns: { domain: `'copy-' || n || '.example'` } },
    {
      table: 'api_key',
      count: share(1000),
      columns: {
        ...{ hash: `sha256(('copy ' || n)::bytea)`, name: `'Key ' || n`, previous_hash: 'null' },
        ...{ parent_id: 'null', parent_hash: 'null', revoked_at: 'null' },
      },
    },
    { table: 'audit_entry', count: share(5), columns: {} },
    {
      table: 'event',
      count: share(5),
      columns: { seq: `nextval('event_number')` },
    },
    {
      table: 'webhook_delivery',
      count: share(5),
      columns: {
        ...{
          subscription_id: own('webhook', SUBSCRIPTION),
          event_id: 'new_id',
          seq: 'n',
          tries: '1',
          attempts: '1',
        },
        ...{
          status: `(array['delivered', 'delivered', 'delivered', 'failed'])[1 + n % 4]`,
          due_at: 'moment',
        },
      },
    },
  ];
}

/** Fills a database that has the samples. */
export async function fillConsole(url: string, persons: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // Triggers and foreign keys would take most of the time.
    await client.query('set session_replication_role = replica');
    await client.query(momentsUntil(Date.now()));
    await client.query(`select ensure_partitions('week', '{event,webhook_delivery}', at) from ${DAYS}`);
    await client.query(`select ensure_partitions('month', '{audit_entry}', at) from ${DAYS}`);
    for (const copies of copiesFor(persons)) await copy(client, copies);
    // Those of the samples are in no rollups of these values.
    await client.query('truncate audience_session, analytics_total, analytics_breakdown, analytics_value');
  } finally {
    await client.end();
  }
  await fillSessions(url, SAMPLE_AUDIENCE, {
    count: persons,
    visitedOnce: 1,
    visitedOnceId: SAMPLE_AUDIENCE.audienceId,
  });
}

const SAMPLE_AUDIENCE = { pageId: exampleUuid('page'), audienceId: exampleUuid('audience') };

const DAYS = `generate_series(now() - interval '${PERIOD_MS} milliseconds', now(), '7 days') at`;

/** When copy `n` was made, and its id: a UUIDv7 of that time. */
function momentsUntil(end: number): string {
  const ms = `${end - PERIOD_MS} + (n * ${PERIOD_MS} / count)`;
  const time = `lpad(to_hex(${ms}), 12, '0')`;
  return `
    create function pg_temp.moment_of(n bigint, count bigint) returns timestamptz immutable language sql
      return to_timestamp((${ms}) / 1000);
    create function pg_temp.id_of(n bigint, count bigint) returns uuid immutable language sql
      return (left(${time}, 8) || '-' || right(${time}, 4) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
}

const USUAL: Record<string, string> = { id: 'new_id', created_at: 'moment', updated_at: 'moment' };

async function copy(client: Client, { table, count, of = 'true', columns }: Copies): Promise<void> {
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
       (select n, pg_temp.id_of(n, ${count}) as new_id, pg_temp.moment_of(n, ${count}) as moment
        from generate_series(1, ${count}) n) copies`,
  );
  await restore?.();
  if (rowCount !== count) throw new Error(`There is no sample in ${table} to copy.`);
}
