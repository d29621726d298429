import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { wireId } from '../setup/built.ts';
import type { Cleanup } from '../setup/cleanup.ts';
import { startServer } from '../setup/processes.ts';
import { startFoyer, type Surroundings, type Target } from '../setup/servers.ts';
import { table } from '../measuring/table.ts';
import { arrivalsIn, judge, type History } from './history.ts';
import { post, postTopics } from '../setup/posts.ts';
import { Shift } from './shift.ts';
import { writeEvents } from './writers.ts';

const BY_SQL = 8000;
const BY_API = 2000;
const KINDS = ['topic.created', 'topic.updated'];

/** Commits 10,000 events while a worker is killed every second, and checks which of them arrived. */
export async function survive(place: Surroundings, cleanup: Cleanup): Promise<string> {
  const arrivals = join(place.tempDir, 'arrivals');
  const api = await startFoyer({ ...place, env: { ROLE: 'api' } });
  cleanup.add(() => api.stop());
  const receiver = await startServer({
    name: 'The receiver',
    args: [fileURLToPath(new URL('receiver.ts', import.meta.url))],
    env: { ARRIVALS: arrivals },
    logFile: join(place.tempDir, 'receiver.log'),
  });
  cleanup.add(() => receiver.stop());
  await subscribe(api, receiver.url);
  const client = new Client({ connectionString: place.databaseUrl });
  await client.connect();
  cleanup.add(() => client.end());

  const begun = performance.now();
  const shift = await Shift.begin(place, cleanup);
  const [{ takenBack, committed }] = await Promise.all([
    writeEvents({ url: place.databaseUrl, events: BY_SQL, resources: 500, writers: 4 }),
    postTopics(api, BY_API),
  ]);
  const waiting = `select 1 from webhook_delivery where status = 'waiting' limit 1`;
  while ((await client.query(waiting)).rowCount) await wait(100);
  const kills = await shift.end();
  const seconds = (performance.now() - begun) / 1000;
  if (committed.length !== BY_SQL)
    throw new Error(`${committed.length} events were committed, not ${BY_SQL}.`);

  const { rows } = await client.query<{ id: string; resource: string }>(
    'select id, resource from event where type = any ($1) order by seq',
    [KINDS],
  );
  const history = judge(arrivalsIn(await readFile(arrivals, 'utf8')), {
    committed: rows.map(({ id, resource }) => ({ eventId: wireId('event', id), resource })),
    subscriptions: ['ordered', 'any'],
    ordered: ['ordered'],
  });
  return report(history, { kills, takenBack: takenBack.length, seconds });
}

async function subscribe(api: Target, url: string): Promise<void> {
  for (const [name, ordering] of Object.entries({ ordered: 'resource', any: 'none' })) {
    await post(api, '/v0/webhook_subscriptions', { url: `${url}/${name}`, events: KINDS, ordering });
  }
}

function report(history: History, run: { kills: number; takenBack: number; seconds: number }): string {
  const { committed, arrived, lost, invented, overtaken, repeats, mostTimes } = history;
  const isWell = committed === BY_SQL + BY_API && lost.length + invented.length + overtaken.length === 0;
  if (!isWell) process.exitCode = 1;
  return table([
    ['events to 2 subscriptions', isWell ? 'ok' : 'FAILED'],
    ['committed', String(committed)],
    ['rolled back', String(run.takenBack)],
    ['arrivals', String(arrived)],
    ['lost', String(lost.length)],
    ['never committed', String(invented.length)],
    ['overtaken', String(overtaken.length)],
    ['repeats', String(repeats)],
    ['maximum arrivals of one event', String(mostTimes)],
    ['workers killed', String(run.kills)],
    ['seconds', run.seconds.toFixed(1)],
  ]);
}
