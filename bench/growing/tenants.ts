import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { DUE_LANES, newUuid } from '../setup/built.ts';
import type { Cleanup } from '../setup/cleanup.ts';
import { createBeside } from '../setup/database.ts';
import { DeliveryBench } from '../deliveries/delivery-bench.ts';
import type { Options } from '../options.ts';
import { post } from '../setup/posts.ts';
import { startFoyer, type Surroundings, type Target } from '../setup/servers.ts';
import { median } from '../measuring/statistics.ts';
import { table } from '../measuring/table.ts';
import { memoryOf } from '../measuring/usage.ts';

const TENANTS = 10_000;
const KEYS_EACH = 5;
const DOMAINS = 1000;
/** Tenants that call in turn. */
const CALLERS = 200;
const TIMES = 40;
const STARTS = 3;

/** A tenant's key, and one of its topics. */
interface Caller {
  headers: Record<string, string>;
  topic: string;
}

interface Side {
  foyer: Target;
  client: Client;
  bench: DeliveryBench;
  callers: Caller[];
  turn: number;
  place: Surroundings;
}

interface Figure {
  name: string;
  of: (side: Side) => Promise<number>;
  times: number;
}

const FIGURES: Figure[] = [
  { name: 'start, ms', of: startTime, times: STARTS },
  { name: 'GET topic, ms', of: (side) => timed(side, topicOf, side.callers[0]!), times: TIMES },
  { name: 'GET topics, ms', of: (side) => timed(side, () => '/v0/topics', side.callers[0]!), times: TIMES },
  // A key that was not used in the last seconds costs a lookup.
  {
    name: 'GET topic, another tenant each time, ms',
    of: (side) => timed(side, topicOf, nextOf(side)),
    times: TIMES,
  },
  { name: 'an event, until five subscribers have it, ms', of: ({ bench }) => bench.single(), times: TIMES },
  { name: 'the query for due work, ms', of: lookTime, times: TIMES },
  { name: 'memory, MB', of: ({ foyer }) => memoryOf(foyer.pid), times: 1 },
];

/** Compares a service with many tenants to a service with one tenant, side by side on one server. */
export async function measureTenants(
  place: Surroundings,
  { rounds }: Options,
  cleanup: Cleanup,
): Promise<string> {
  const sides = [await sideWith(1, place, cleanup), await sideWith(TENANTS, place, cleanup)];
  const figures = FIGURES.map(() => sides.map((): number[] => []));
  for (let round = 0; round <= rounds; round++) {
    for (const [row, { of, times }] of FIGURES.entries()) {
      for (const [index, side] of sides.entries()) {
        const taken: number[] = [];
        for (let count = 0; count < times; count++) taken.push(await of(side));
        if (round > 0) figures[row]![index]!.push(median(taken));
      }
    }
  }
  const lines = FIGURES.map(({ name }, row) => {
    const [alone, crowd] = figures[row]!.map(median) as [number, number];
    return [name, alone.toFixed(2), crowd.toFixed(2), (crowd / alone).toFixed(2)];
  });
  return table([['medians', '1 tenant', `${TENANTS} tenants`, 'ratio'], ...lines]);
}

async function sideWith(tenants: number, place: Surroundings, cleanup: Cleanup): Promise<Side> {
  const database = await createBeside(place.databaseUrl);
  cleanup.add(() => database.drop());
  const here = { ...place, databaseUrl: database.url };
  const bench = await DeliveryBench.open(here, cleanup);
  const client = new Client({ connectionString: database.url });
  await client.connect();
  cleanup.add(() => client.end());
  if (tenants > 1) await addTenants(client, tenants);
  const keys = tenants > 1 ? Array.from({ length: CALLERS }, (_, n) => `key-${n * 10 + 1}-1`) : [];
  const headers = [bench.api.headers, ...keys.map((key) => ({ 'x-api-key': key }))];
  const callers = [];
  for (const each of headers) {
    const { topicId } = await post({ ...bench.api, headers: each }, '/v0/topics', { title: 'Read' });
    callers.push({ headers: each, topic: topicId! });
  }
  await client.query('vacuum analyze');
  return { foyer: bench.api, client, bench, callers, turn: 0, place: here };
}

/** Each with its keys and a subscription; some with a domain. */
async function addTenants(client: Client, count: number): Promise<void> {
  const ids = Array.from({ length: count }, newUuid);
  await client.query(
    `insert into tenant (id, name, created_at) select id, 'tenant ' || n, now()
     from unnest($1::uuid[]) with ordinality as made (id, n)`,
    [ids],
  );
  const keys = ids.flatMap((tenantId, n) =>
    Array.from({ length: KEYS_EACH }, (_, k) => [
      tenantId,
      createHash('sha256').update(`key-${n}-${k}`).digest(),
    ]),
  );
  await client.query(
    `insert into api_key (id, tenant_id, origin, hash, scopes, created_at)
     select new_uuid(), tenant_id, 'cli', hash, '{*}', now() from unnest($1::uuid[], $2::bytea[]) as made (tenant_id, hash)`,
    [keys.map(([tenantId]) => tenantId), keys.map(([, hash]) => hash)],
  );
  await client.query(
    `insert into webhook_subscription
       (tenant_id, id, url, events, active, ordering, sealed_secret, created_at, updated_at)
     select id, new_uuid(), 'http://127.0.0.1:9/', '{asset.deleted}', true, 'resource', '', now(), now()
     from unnest($1::uuid[]) as made (id)`,
    [ids],
  );
  await client.query(
    `insert into tenant_domain (tenant_id, id, domain, proof_token, is_proven, created_at, updated_at)
     select id, new_uuid(), 'd' || n || '.example', md5(n::text), true, now(), now()
     from unnest($1::uuid[]) with ordinality as made (id, n) where n <= ${DOMAINS}`,
    [ids],
  );
}

async function startTime({ place }: Side): Promise<number> {
  const begun = performance.now();
  const foyer = await startFoyer({ ...place, env: { ROLE: 'api' }, logName: 'started' });
  const taken = performance.now() - begun;
  await foyer.stop();
  return taken;
}

const topicOf = ({ topic }: Caller): string => `/v0/topics/${topic}`;

const nextOf = (side: Side): Caller => side.callers[side.turn++ % side.callers.length]!;

async function timed(side: Side, pathOf: (caller: Caller) => string, caller: Caller): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(side.foyer.url + pathOf(caller), { headers: caller.headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The response was ${answer.status}: ${text}`);
  return performance.now() - begun;
}

async function lookTime({ client }: Side): Promise<number> {
  const begun = performance.now();
  await client.query(DUE_LANES);
  return performance.now() - begun;
}
