import { Client } from 'pg';
import type { SeededAudience } from '../seeds/pages.ts';

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
/** Older events are deleted. */
const EVENTS_MS = 30 * DAY_MS;

/** A UUIDv7 of a given time, in SQL. */
export const idAt = (moment: string) =>
  `overlay(new_uuid()::text placing left(first_uuid_of(${moment})::text, 13) from 1 for 13)::uuid`;

/** Times from `ms` ago until now. */
const spreadOver = (ms: number, count: number) =>
  `now() - (${count} - n) * interval '${ms / count} milliseconds'`;

interface Filling {
  table: string;
  columns: Record<string, string>;
  /** The period over which the times are spread. */
  ms: number;
}

const fillings = ({ pageId, audienceId }: SeededAudience): Filling[] => [
  {
    table: 'person',
    ms: YEAR_MS,
    columns: {
      name: `'Person ' || n`,
      slug: `'person-' || n`,
      email: `'p' || n || '@mail.example'`,
      email_key: `'p' || n || '@mail.example'`,
      search_text: `'person ' || n || case when n <= 10 then ' rare' else '' end`,
      created_at: 'moment',
      updated_at: 'moment',
    },
  },
  {
    table: 'audience_session',
    ms: YEAR_MS,
    columns: {
      analytics_session_id: `'visit-' || n`,
      page_id: `'${pageId}'::uuid`,
      audience_id: `'${audienceId}'::uuid`,
      computation_status: `'completed'`,
      has_conversion: 'n % 50 = 0',
      is_bounce: 'n % 2 = 0',
      questions_asked_count: '0',
      total_clicks_count: 'n % 10',
      interactions: `'[]'`,
      session_started_at: 'moment',
      created_at: 'moment',
      updated_at: 'moment',
    },
  },
  {
    table: 'event',
    ms: EVENTS_MS,
    columns: {
      type: `'person.updated'`,
      resource: `'person_' || n % 1000`,
      payload: `json_build_object('type', 'person.updated', 'personId', 'person_' || n)`,
      created_at: 'moment',
    },
  },
];

/** One record from the middle of each table. */
export interface FilledRows {
  personId: string;
  sessionId: string;
  eventId: string;
}

/** Fills the only tenant of a database with `count` rows of each kind; all sessions belong to one audience. */
export async function fillRows(url: string, audience: SeededAudience, count: number): Promise<FilledRows> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `select ensure_week('{event,webhook_delivery,webhook_attempt}', at)
       from generate_series(now() - interval '31 days', now(), '7 days') at`,
    );
    for (const filling of fillings(audience)) await fill(client, filling, count);
    await fillDeliveries(client);
    await client.query('vacuum analyze');
    return {
      personId: await middleOf(client, 'person', count),
      sessionId: await middleOf(client, 'audience_session', count),
      eventId: await middleOf(client, 'event', count),
    };
  } finally {
    await client.end();
  }
}

/** Creates indexes afterwards, in a tenth of the time, and then recreates the primary key (docs/growing.md). */
async function fill(client: Client, { table, columns, ms }: Filling, count: number): Promise<void> {
  const restore = await dropIndexes(client, table);
  await client.query(
    `insert into ${table} (tenant_id, id, ${Object.keys(columns).join(', ')})
     select tenant.id, ${idAt('moment')}, ${Object.values(columns).join(', ')}
     from tenant, lateral (select n, ${spreadOver(ms, count)} as moment from generate_series(1, ${count}) n) made`,
  );
  await restore();
}

/** One delivery per event to one subscription, with one attempt. */
async function fillDeliveries(client: Client): Promise<void> {
  const restored = [
    await dropIndexes(client, 'webhook_delivery'),
    await dropIndexes(client, 'webhook_attempt'),
  ];
  await client.query(
    `insert into webhook_delivery
       (tenant_id, id, subscription_id, event_id, event_type, seq, resource, status, tries, attempts, due_at, created_at)
     select e.tenant_id, new_uuid(), s.id, e.id, e.type, e.seq, e.resource, 'delivered', 1, 1, e.created_at, e.created_at
     from event e, (select id from webhook_subscription limit 1) s`,
  );
  await client.query(
    `insert into webhook_attempt
       (tenant_id, delivery_id, event_id, number, url, started_at, duration_ms, response_status, response_body)
     select tenant_id, id, event_id, 1, 'http://127.0.0.1:9/', created_at, 5, 204, '' from webhook_delivery`,
  );
  for (const restore of restored) await restore();
}

/** Returns a function that recreates them. */
export async function dropIndexes(client: Client, table: string): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ drop: string; restore: string }>(
    `select case when conname is null then format('drop index %s', indexrelid::regclass)
         else format('alter table ${table} drop constraint %s', conname) end as drop,
       case when conname is null then replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ')
         else format('alter table ${table} add constraint %s %s', conname, pg_get_constraintdef(c.oid)) end as restore
     from pg_index left join pg_constraint c on conindid = indexrelid and contype = 'u'
     where indrelid = $1::regclass and not indisprimary`,
    [table],
  );
  for (const { drop } of rows) await client.query(drop);
  return async () => {
    for (const { restore } of rows) await client.query(restore);
    await client.query(`reindex index concurrently ${table}_pkey`);
  };
}

async function middleOf(client: Client, table: string, count: number): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `select id from ${table} where tenant_id = (select id from tenant) order by id offset ${count / 2} limit 1`,
  );
  return rows[0]!.id;
}
