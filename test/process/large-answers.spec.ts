import { join } from 'node:path';
import { cleanUp, cli, freshDatabase, query, run, start, type Instance } from './support.js';

const CALLERS = join(import.meta.dirname, 'large-list-callers.mjs');

const TOPICS = 100;
const READS = 100;
const TIME_LIMIT = 300_000;

afterEach(cleanUp);

/** How long reads take, one after the other. */
async function timesOfReads(instance: Instance, key: string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < READS; n++) {
    const before = performance.now();
    const response = await instance.get('/v0/pages', key);
    if (response.status !== 200) throw new Error(`A neighbour was answered ${response.status}.`);
    await response.arrayBuffer();
    times.push(performance.now() - before);
  }
  return times;
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

it(
  'a small process survives the largest answers, and neighbours are answered meanwhile',
  async () => {
    const url = await freshDatabase();
    const instance = await start({
      DATABASE_URL: url,
      NODE_OPTIONS: '--max-old-space-size=256',
      SEND_TIMEOUT_MS: '2000',
    });
    const neighbour = await keyOfNeighbour(url);
    await fill(url);
    const before = await timesOfReads(instance, neighbour);
    const callers = run([process.execPath, CALLERS, instance.url, instance.key], {});
    await callers.prints(/answered/);
    const meanwhile = await timesOfReads(instance, neighbour);
    callers.child.kill('SIGTERM');
    await callers.ended;
    const after = await timesOfReads(instance, neighbour);
    expect(median(meanwhile) / median([...before, ...after])).toBeLessThan(10);
    expect(instance.child.exitCode).toBeNull();
    expect(callers.stdout).toContain('"200 8 MiB"');
    await expect(instance.get('/health/ready')).resolves.toMatchObject({ status: 200 });
  },
  TIME_LIMIT,
);

async function keyOfNeighbour(url: string): Promise<string> {
  await cli(['tenant', 'create', 'neighbour'], { DATABASE_URL: url }).ended;
  const made = cli(['key', 'create', '--tenant', 'neighbour'], { DATABASE_URL: url });
  await made.ended;
  return made.stdout.trim();
}

/** A hundred topics of a MiB each. */
async function fill(url: string): Promise<void> {
  await query(
    url,
    `insert into topic (id, tenant_id, title, sort_order, is_default, created_at, updated_at)
     select gen_random_uuid(), tenant.id, 'Large', n, false, now(), now()
     from tenant, generate_series(1, ${TOPICS}) n where tenant.name = 'default'`,
  );
  await query(
    url,
    `insert into topic_entry (id, tenant_id, topic_id, sort_order, content_type, content_text, created_at, updated_at)
     select gen_random_uuid(), tenant_id, id, 0, 'text', repeat('x', 1048000), now(), now() from topic`,
  );
}
