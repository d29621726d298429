import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { seedAssets } from './seeds/assets.ts';
import { seedContacts } from './seeds/crm.ts';
import { seedLinks } from './seeds/links.ts';
import { seedLongPage, seedPages, type SeededAudience } from './seeds/pages.ts';
import { seedTopics } from './seeds/topics.ts';

/** With the number of connections, this determines how often one record is requested again. */
const SHARE = 25;

export interface Seed {
  tenantId: string;
  /** Topics that are only read: they never change. */
  readTopics: string[];
  /** Topics that rows may add to. None of them is on the first page of the list. */
  writeTopics: string[];
  /** Audiences that are only read, and those that rows may change, each on a page of its own. */
  readAudiences: SeededAudience[];
  writeAudiences: SeededAudience[];
  readPersons: string[];
  /** The parents of the longest lists. */
  long: SeededAudience & { personId: string; accountId: string };
}

/** Fills the default tenant, which the service created at its first start. */
export async function seed(url: string): Promise<Seed> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const tenantId = await onlyTenant(client);
    const topics = await seedTopics(client, tenantId);
    const { persons, accountId } = await seedContacts(client, tenantId);
    const audiences = await seedPages(client, tenantId, persons);
    const long = { ...(await seedLongPage(client, tenantId)), personId: persons[0]!, accountId };
    await seedAssets(client, tenantId);
    await seedLinks(client, tenantId, long.audienceId);
    await makeSecrets(client);
    await client.query('vacuum analyze');
    const [readTopics, writeTopics] = halves(topics);
    const [readAudiences, writeAudiences] = halves(audiences);
    return {
      tenantId,
      readTopics,
      writeTopics,
      readAudiences,
      writeAudiences,
      readPersons: persons.slice(0, 10_000),
      long,
    };
  } finally {
    await client.end();
  }
}

/** Each connection has its own records, so that none waits for a lock of another. */
export function shareOf<Item>(items: readonly Item[], connection: number): Item[] {
  const start = (connection * SHARE) % items.length;
  return items.slice(start, start + SHARE);
}

function halves<Item>(items: Item[]): [Item[], Item[]] {
  return [items.slice(0, items.length / 2), items.slice(items.length / 2)];
}

async function onlyTenant(client: Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select id from tenant');
  if (rows.length !== 1 || !rows[0]) throw new Error(`There should be one tenant, not ${rows.length}.`);
  return rows[0].id;
}

// The service would create it with its first list, which is too late for the limit.
async function makeSecrets(client: Client): Promise<void> {
  await client.query('insert into service_secret (name, value) values ($1, $2) on conflict do nothing', [
    'cursor',
    randomBytes(32),
  ]);
}
