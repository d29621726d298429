import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { Cleanup } from '../setup/cleanup.ts';
import { createBeside } from '../setup/database.ts';
import type { Options } from '../options.ts';
import { post } from '../setup/posts.ts';
import { startFoyer, type Surroundings, type Target } from '../setup/servers.ts';
import { median } from '../measuring/statistics.ts';
import { table } from '../measuring/table.ts';

const FEW = 1000;
const PERSONS = 10;
/** Sessions of others that contain the address of a person. */
const MENTIONS = 20;
/** Rows of one statement: a statement without an end could not be followed. */
const SEEDED_AT_ONCE = 500_000;
const GOAL_MS = 10_000;

const INTERACTION = {
  ...{ componentContext: 'question', componentId: 'box', groundingChunkIds: [], options: [] },
  ...{ responseText: 'Yes', timestamp: 1_763_164_800_000 },
};

/**
 * Each session has the address of somebody else. The index gets hashes that are as different as real ones, without the
 * cost of computing them.
 */
const SEED = `
  insert into audience_session (tenant_id, id, created_at, updated_at, analytics_session_id, form_submission_id,
    form_submission_email, computation_status, has_conversion, is_bounce, questions_asked_count, total_clicks_count,
    session_started_at, interactions, person_hashes)
  select tenant.id, new_uuid(), now(), now(), 'seeded ' || n, 'form ' || n, 'visitor' || n || '@works.example',
    'completed', true, false, 0, 0, now(), '[]', array[hashint8extended(n, 1), hashint8extended(n, 2)]
  from tenant, generate_series($1::int, $2::int) n`;

const IS_FILLED = 'select from person_index_fill where table_name is null';

const HASH_INDEX = `
  select indexname as name, indexdef as definition from pg_indexes
  where tablename = 'audience_session' and indexdef like '%person_hashes%'`;

/** Measures the erasure of persons beside few and beside many sessions, and how long another writer waits meanwhile. */
export async function measureErasure(
  place: Surroundings,
  { most }: Options,
  cleanup: Cleanup,
): Promise<string> {
  const lines: string[][] = [];
  for (const size of [FEW, most]) {
    const database = await createBeside(place.databaseUrl);
    cleanup.add(() => database.drop());
    const api = await startFoyer({ ...place, databaseUrl: database.url, logName: `foyer-${size}` });
    cleanup.add(() => api.stop());
    await seedSessions(database.url, size);
    const erasures: number[] = [];
    for (let person = 0; person < PERSONS; person++) erasures.push(await timeErasure(api, person));
    const waits = await whileErasing(api);
    lines.push([
      String(size),
      ...[median(erasures), Math.max(...erasures)].map((ms) => ms.toFixed(0)),
      String(GOAL_MS),
      ...[median(waits), Math.max(...waits)].map((ms) => ms.toFixed(1)),
    ]);
  }
  const head = ['sessions', 'erasure p50 in ms', 'longest', 'goal', 'another write p50 meanwhile', 'longest'];
  return table([head, ...lines]);
}

async function seedSessions(url: string, count: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await untilFilled(client);
  // Rows that arrive in the order of random hashes would take hours.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(HASH_INDEX);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query('set session_replication_role = replica');
  for (let first = 1; first <= count; first += SEEDED_AT_ONCE) {
    const last = Math.min(count, first + SEEDED_AT_ONCE - 1);
    await client.query(SEED, [first, last]);
    process.stderr.write(`${last} of ${count} sessions\n`);
  }
  for (const { definition } of indexes) await client.query(definition);
  await client.query('vacuum analyze');
  await client.end();
}

/** A job fills the index of a new tenant within a minute. Later it would compute the hashes of all sessions again. */
async function untilFilled(client: Client): Promise<void> {
  for (let seconds = 0; seconds < 120; seconds++) {
    if ((await client.query(IS_FILLED)).rowCount! > 0) return;
    await wait(1000);
  }
  throw new Error('The index of mentioned persons is not filled after two minutes.');
}

async function timeErasure(api: Target, number: number): Promise<number> {
  const email = `jane${number}@works.example`;
  const { personId } = await post(api, '/v0/persons', { name: 'Jane Doe', email });
  for (let count = 0; count < MENTIONS; count++) await mention(api, email);
  const start = performance.now();
  const { erased } = await erase(api, personId!);
  const taken = performance.now() - start;
  if (erased.mentions !== MENTIONS)
    throw new Error(`${erased.mentions} mentions are erased, not ${MENTIONS}.`);
  return taken;
}

function mention(api: Target, email: string): Promise<unknown> {
  const interactions = [{ ...INTERACTION, label: `What about ${email}?` }];
  return post(api, '/v0/audience_sessions', { sessionStartedAt: '+1763164800000', interactions });
}

async function erase({ url, headers }: Target, personId: string): Promise<{ erased: { mentions: number } }> {
  const answer = await fetch(`${url}/v0/persons/${personId}?erase=true`, { method: 'DELETE', headers });
  if (!answer.ok) throw new Error(`The erasure was answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { erased: { mentions: number } };
}

/** The times of writes to the table that the erasures change. */
async function whileErasing(api: Target): Promise<number[]> {
  let isErasing = true;
  const erasing = (async () => {
    for (let person = PERSONS; person < 2 * PERSONS; person++) await timeErasure(api, person);
  })().finally(() => (isErasing = false));
  const waits: number[] = [];
  while (isErasing) {
    const start = performance.now();
    await mention(api, 'somebody.else@works.example');
    waits.push(performance.now() - start);
  }
  await erasing;
  return waits;
}
