import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { uuidOf, wireId } from '../setup/built.ts';
import { arrivalsIn, judge } from '../chaos/history.ts';
import type { Cleanup } from '../setup/cleanup.ts';
import { post } from '../setup/posts.ts';
import { startServer } from '../setup/processes.ts';
import { startFoyer, type Target } from '../setup/servers.ts';
import { table } from '../measuring/table.ts';
import { FailoverLoad, UNDER_WAY, type Acknowledged, type Phase } from './failover-load.ts';
import { Patroni } from './patroni.ts';

const KINDS = ['topic.created', 'topic.updated'];
const SERVICES = 2;

/** Pause before the kill, so that there are responses before the outage. */
const QUIET_MS = 2000;
/** How long versions and deliveries may take after the database is back. */
const SETTLE_MS = 10_000;
const POLL_MS = 200;

const HEAD = [
  ...['kill', 's without reads', 's without writes', 'answered', 'failed', 'writes lost'],
  ...['versions stuck', 'deliveries lost', 'out of order'],
];

export interface Losses {
  writes: number;
  stuckVersions: number;
  deliveries: number;
  outOfOrder: number;
}

/** Repeatedly kills the primary under load, and counts losses. */
export async function failOver(tempDir: string, kills: number, cleanup: Cleanup): Promise<string> {
  const cluster = await Patroni.start(tempDir, cleanup);
  const services = await startServices(cluster.url, tempDir, cleanup);
  const arrivals = await startReceiver(services[0]!, tempDir, cleanup);
  const load = new FailoverLoad(services);
  await load.start();
  cleanup.add(() => load.stop());
  const rows = [HEAD];
  let isWell = true;
  for (let kill = 1; kill <= kills; kill++) {
    load.beginPhase();
    await wait(QUIET_MS);
    const revive = await cluster.killPrimary();
    const url = await writable(cluster, load);
    await wait(SETTLE_MS);
    const phase = load.endPhase();
    const losses = await lossesIn(url, load.acknowledged, arrivals);
    rows.push(rowOf(kill, phase, losses));
    process.stderr.write(`${rows.at(-1)!.join('  ')}\n`);
    isWell &&= Object.values(losses).every((count) => count === 0);
    revive();
    await cluster.whole();
  }
  if (!isWell) process.exitCode = 1;
  return table(rows);
}

async function startServices(databaseUrl: string, tempDir: string, cleanup: Cleanup): Promise<Target[]> {
  const services: Target[] = [];
  for (let count = 0; count < SERVICES; count++) {
    const env = { WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' };
    const service = await startFoyer({ databaseUrl, tempDir, env, logName: `foyer-${count}` });
    cleanup.add(() => service.stop());
    services.push(service);
  }
  return services;
}

/** Returns the file that records the arrivals. */
export async function startReceiver(service: Target, tempDir: string, cleanup: Cleanup): Promise<string> {
  const arrivals = join(tempDir, 'arrivals');
  const receiver = await startServer({
    name: 'The receiver',
    args: [fileURLToPath(new URL('../chaos/receiver.ts', import.meta.url))],
    env: { ARRIVALS: arrivals },
    logFile: join(tempDir, 'receiver.log'),
  });
  cleanup.add(() => receiver.stop());
  const url = `${receiver.url}/ordered`;
  await post(service, '/v0/webhook_subscriptions', { url, events: KINDS, ordering: 'resource' });
  return arrivals;
}

/** Waits until writes succeed again; returns the URL of the new primary. */
async function writable(cluster: Patroni, load: FailoverLoad): Promise<string> {
  const before = load.acknowledged.topicIds.length;
  // Writes in progress when the primary died may still have succeeded.
  while (load.acknowledged.topicIds.length < before + 10) await wait(POLL_MS);
  return cluster.primaryUrl();
}

/** Compares the acknowledged writes to the data of the new primary. */
export async function lossesIn(
  url: string,
  acknowledged: Acknowledged,
  arrivalsFile: string,
): Promise<Losses> {
  const { topicIds, versionIds, titles } = structuredClone(acknowledged);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const ids = async (sql: string, values: unknown[]) =>
      new Set((await client.query<{ id: string }>(sql, values)).rows.map(({ id }) => id));
    const topics = await ids('select id from topic where id = any ($1)', [
      topicIds.map((id) => uuidOf('topic', id)),
    ]);
    const versions = versionIds.map((id) => uuidOf('version', id));
    const made = await ids('select id from audience_version where id = any ($1)', [versions]);
    const current = await client.query<{ id: string; title: string }>(
      'select id, title from topic where id = any ($1)',
      [[...titles.keys()].map((id) => uuidOf('topic', id))],
    );
    const undone = current.rows.filter(({ id, title }) => Number(title) < titles.get(wireId('topic', id))!);
    return {
      writes: topicIds.length - topics.size + versionIds.length - made.size + undone.length,
      stuckVersions: await stuckVersions(client),
      ...(await lostDeliveries(client, arrivalsFile)),
    };
  } finally {
    await client.end();
  }
}

/** Versions that were requested more than ten seconds ago, and are not done. */
async function stuckVersions(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from audience_version
     where status = any ($1) and created_at < now() - interval '10 s'`,
    [UNDER_WAY],
  );
  return rows[0]!.count;
}

/** Counts only events that are older than ten seconds. */
async function lostDeliveries(client: Client, arrivalsFile: string) {
  const { rows } = await client.query<{ id: string; resource: string; isOld: boolean }>(
    `select id, resource, created_at < now() - interval '10 s' as "isOld" from event where type = any ($1) order by seq`,
    [KINDS],
  );
  const expected = { subscriptions: ['ordered'], ordered: ['ordered'] };
  const committed = rows.map(({ id, resource, isOld }) => ({
    eventId: wireId('event', id),
    resource,
    isOld,
  }));
  const arrivals = arrivalsIn(await readFile(arrivalsFile, 'utf8'));
  const { lost } = judge(arrivals, { ...expected, committed: committed.filter(({ isOld }) => isOld) });
  const { overtaken } = judge(arrivals, { ...expected, committed });
  return { deliveries: lost.length, outOfOrder: overtaken.length };
}

function rowOf(kill: number, phase: Phase, losses: Losses): string[] {
  const failed = [...phase.failures].map(([how, count]) => `${count} × ${how}`).join(', ') || '0';
  return [
    ...[
      String(kill),
      phase.readsDown.toFixed(1),
      phase.writesDown.toFixed(1),
      String(phase.answered),
      failed,
    ],
    ...Object.values(losses).map(String),
  ];
}
