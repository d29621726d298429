import type { Client } from 'pg';
import type { OpenDatabase } from '../../../application/database.js';
import { placeOf } from '../../../shared/config/server-addresses.js';
import type { Settings } from '../../../shared/config/settings.js';
import { type Finding, ok, orOk, warning, wrong } from './finding.js';

interface Server {
  version: string;
  sizeMib: number;
  encoding: string;
  autovacuum: string;
  trackCounts: string;
  fsync: string;
  fullPageWrites: string;
  synchronousCommit: string;
  /** Connections that are not reserved for administrators. */
  connections: number;
  mayCreate: boolean;
  invalidIndexes: string[];
}

const SERVER = `
  select current_setting('server_version') as version,
    (pg_database_size(current_database()) / 1048576)::int as "sizeMib",
    current_setting('server_encoding') as encoding,
    current_setting('autovacuum') as autovacuum,
    current_setting('track_counts') as "trackCounts",
    current_setting('fsync') as fsync,
    current_setting('full_page_writes') as "fullPageWrites",
    current_setting('synchronous_commit') as "synchronousCommit",
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
    has_database_privilege(current_database(), 'create') as "mayCreate",
    array(
      select c.relname::text from pg_index i join pg_class c on c.oid = i.indexrelid
      where not i.indisvalid and c.relkind = 'i' and c.relnamespace not in ('pg_catalog'::regnamespace, 'pg_toast'::regnamespace)
      order by 1
    ) as "invalidIndexes"`;

async function look(client: Client): Promise<Server> {
  return (await client.query<Server>(SERVER)).rows[0]!;
}

export async function connectionFinding(client: Client, { url, embedded }: OpenDatabase): Promise<Finding> {
  const { version, sizeMib } = await look(client);
  const where = embedded ? 'embedded' : placeOf(url);
  return ok(
    'database',
    `PostgreSQL ${version.split(' ', 1)[0]}, ${where}, ${sizeMib.toLocaleString('en')} MiB`,
  );
}

export async function serverFindings(client: Client, settings: Settings): Promise<Finding[]> {
  const check = 'database settings';
  const server = await look(client);
  const faults: Finding[] = [];
  if (server.encoding !== 'UTF8')
    faults.push(
      wrong(
        check,
        `the encoding is ${server.encoding}`,
        'Create the database with encoding UTF8, and restore it there.',
      ),
    );
  for (const [name, value] of [
    ['fsync', server.fsync],
    ['full_page_writes', server.fullPageWrites],
  ] as const)
    if (value !== 'on')
      faults.push(
        wrong(
          check,
          `${name} is ${value}`,
          `Set ${name} = on: a crash of the machine can destroy the database.`,
        ),
      );
  for (const [name, value] of [
    ['autovacuum', server.autovacuum],
    ['track_counts', server.trackCounts],
  ] as const)
    if (value !== 'on')
      faults.push(wrong(check, `${name} is ${value}`, `Set ${name} = on: tables grow without end.`));
  if (server.synchronousCommit === 'off')
    faults.push(
      warning(check, 'synchronous_commit is off', 'Set it to on: a crash loses changes that were confirmed.'),
    );
  if (!server.mayCreate)
    faults.push(
      wrong(
        check,
        'the user may not create schemas',
        'grant create on database … to the user of DATABASE_URL.',
      ),
    );
  for (const index of server.invalidIndexes)
    faults.push(wrong(check, `the index ${index} is not valid`, `reindex index concurrently ${index};`));
  const needed = neededConnections(settings);
  if (server.connections < needed)
    faults.push(
      warning(
        check,
        `the server allows ${server.connections} connections; the processes of this setting open up to ${needed}`,
        'Raise max_connections, or lower DATABASE_POOL_MAX.',
      ),
    );
  return orOk(
    check,
    `as the service needs them; up to ${needed} of ${server.connections} connections`,
    faults,
  );
}

/** Of all processes together (docs/operating.md). */
function neededConnections({ DATABASE_POOL_MAX, PROCESSES }: Settings): number {
  const share = DATABASE_POOL_MAX / PROCESSES;
  return Math.ceil(PROCESSES * (Math.max(10, 2.2 * share) + 5));
}
