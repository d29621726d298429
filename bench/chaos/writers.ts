import { Client } from 'pg';
import { newUuid } from '../setup/built.ts';

/** A transaction that records an event locks the record of the event until the commit. */
const HOLD = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
const RECORD = `
  insert into event (id, tenant_id, type, resource, payload, created_at)
  values ($1, (select id from tenant), $2, $3, json_build_object('type', $2::text, 'topicId', $3::text), now())`;

/** One of this number of transactions is rolled back. */
const TAKEN_BACK = 10;
const MAX_TOGETHER = 3;

export interface Written {
  committed: string[];
  takenBack: string[];
}

interface Task {
  url: string;
  /** Number of events to commit. */
  events: number;
  /** Number of records that the events belong to. */
  resources: number;
  writers: number;
}

/** Records events in many small transactions from several connections, like the service, but faster. */
export async function writeEvents({ url, events, resources, writers }: Task): Promise<Written> {
  const written: Written = { committed: [], takenBack: [] };
  let begun = 0;
  const next = () => {
    const count = Math.min(1 + (begun % MAX_TOGETHER), events - begun);
    begun += count;
    return count;
  };
  await Promise.all(
    Array.from({ length: writers }, async () => {
      const client = new Client({ connectionString: url });
      await client.connect();
      for (let count = next(), turn = 1; count > 0; count = next(), turn++) {
        const resource = `topic_${Math.floor(Math.random() * resources)}`;
        if (turn % TAKEN_BACK === 0)
          written.takenBack.push(...(await transaction(client, resource, count, 'rollback')));
        written.committed.push(...(await transaction(client, resource, count, 'commit')));
      }
      await client.end();
    }),
  );
  return written;
}

async function transaction(
  client: Client,
  resource: string,
  count: number,
  end: 'commit' | 'rollback',
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newUuid());
  await client.query('begin');
  await client.query(HOLD, [resource]);
  for (const id of ids) await client.query(RECORD, [id, 'topic.updated', resource]);
  await client.query(end);
  return ids;
}
