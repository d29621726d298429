import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { newUuid } from './built.ts';

const TOPICS = 1000;
const ENTRIES = 10;
/** Together with the number of connections this decides how often one topic is asked for again. */
const SHARE = 25;

export interface Seed {
  tenantId: string;
  /** Topics that are only read: they stay as they were seeded. */
  readTopics: string[];
  /** Topics that rows may add to. None of them is on the first page of the list. */
  writeTopics: string[];
}

/** Fills the default tenant, which the service made at its first start. */
export async function seed(url: string): Promise<Seed> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const tenantId = await onlyTenant(client);
    const topics = await makeTopics(client, tenantId);
    await makeCursorSecret(client);
    await client.query('vacuum analyze');
    return { tenantId, readTopics: topics.slice(0, TOPICS / 2), writeTopics: topics.slice(TOPICS / 2) };
  } finally {
    await client.end();
  }
}

/** Each connection has topics of its own, so that none waits for a lock that another holds. */
export function shareOf(topics: readonly string[], connection: number): string[] {
  const start = (connection * SHARE) % topics.length;
  return topics.slice(start, start + SHARE);
}

async function onlyTenant(client: Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select id from tenant');
  if (rows.length !== 1 || !rows[0]) throw new Error(`There should be one tenant, not ${rows.length}.`);
  return rows[0].id;
}

// The service would make it with its first list, after the limit has looked for it.
async function makeCursorSecret(client: Client): Promise<void> {
  await client.query('insert into service_secret (name, value) values ($1, $2) on conflict do nothing', [
    'cursor',
    randomBytes(32),
  ]);
}

async function makeTopics(client: Client, tenantId: string): Promise<string[]> {
  const topics = Array.from({ length: TOPICS }, newUuid);
  await client.query(
    `insert into topic (id, tenant_id, title, purpose, sort_order, is_default, created_at, updated_at)
     select id, $1, 'Topic ' || n, 'What visitors ask about topic ' || n, n, n = 1, now(), now()
     from unnest($2::uuid[]) with ordinality as made (id, n)`,
    [tenantId, topics],
  );
  await client.query(
    `insert into topic_entry
       (id, tenant_id, topic_id, sort_order, content_type, content_text, created_at, updated_at)
     select id, $1, ($3::uuid[])[(n - 1) / $4 + 1], (n - 1) % $4, 'markdown',
            'Entry ' || n || ' tells in a sentence or two what there is to know. ' || repeat('And more. ', 8),
            now(), now()
     from unnest($2::uuid[]) with ordinality as made (id, n)`,
    [tenantId, Array.from({ length: TOPICS * ENTRIES }, newUuid), topics, ENTRIES],
  );
  return topics;
}
