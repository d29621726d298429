import { Client } from 'pg';
import { cleanUpLater, type Instance, query, until } from './support.js';

/** A change that waits for a row until the test lets go of it. */
export async function changeThatWaits(instance: Instance, databaseUrl: string) {
  const path = await makeTopic(instance);
  const client = new Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  cleanUpLater(() => client.end());
  await client.query('begin');
  await client.query('select from topic for update');
  const change = instance.send('PATCH', path, { title: 'New' });
  await waitsFor(databaseUrl, 'Lock');
  return { change, letGo: () => client.query('rollback') };
}

/** A change that takes longer than any test. */
export async function changeThatHangs(instance: Instance, databaseUrl: string) {
  const path = await makeTopic(instance);
  await query(
    databaseUrl,
    `create function hang() returns trigger language plpgsql as 'begin perform pg_sleep(600); return new; end';
     create trigger hang before update on topic for each row execute function hang()`,
  );
  const change = instance.send('PATCH', path, { title: 'New' });
  await waitsFor(databaseUrl, 'Timeout');
  return { change };
}

async function makeTopic(instance: Instance): Promise<string> {
  const created = await instance.send('POST', '/v0/topics', { title: 'Old' });
  const { topicId } = (await created.json()) as { topicId: string };
  return `/v0/topics/${topicId}`;
}

function waitsFor(databaseUrl: string, kind: 'Lock' | 'Timeout'): Promise<unknown> {
  return until(async () => {
    const waiting = await query(
      databaseUrl,
      `select from pg_stat_activity where datname = current_database() and wait_event_type = '${kind}'`,
    );
    return waiting.length === 1;
  });
}
