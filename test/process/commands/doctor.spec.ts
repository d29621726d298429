import { freePort } from '../../support/servers/free-port.mjs';
import {
  cleanUp,
  cli,
  type Environment,
  filledDataDir,
  freshDatabase,
  removeTemplates,
  query,
  start,
} from '../support.js';

afterEach(cleanUp);
afterAll(removeTemplates);

/** The server of the tests may lose everything when its machine crashes. */
const OF_TEST_SERVER = /^(fsync|full_page_writes) is off$/;

interface Finding {
  check: string;
  state: 'ok' | 'warning' | 'wrong';
  found: string;
  advice: string | null;
}

it('finds nothing wrong with a running service', async () => {
  const DATA_DIR = await filledDataDir();
  const SITE_PORT = String(await freePort());
  const instance = await start({ DATA_DIR, SITE_PORT });
  const SITE_URL = `http://127.0.0.1:${SITE_PORT}`;
  const { code, findings } = await examine({ DATA_DIR, PUBLIC_URL: instance.url, SITE_URL });
  expect(findings.filter(({ state }) => state !== 'ok')).toEqual([]);
  expect(code).toBe(0);
  expect(findings.map(({ check }) => check)).toEqual([
    ...['versions', 'settings', 'disk', 'database', 'pooler', 'database settings', 'migrations', 'clock'],
    ...['service', 'site'],
  ]);
});

it('says what is wrong, and what to do', async () => {
  const DATABASE_URL = await freshDatabase();
  await query(DATABASE_URL, `delete from migration where name = (select max(name) from migration)`);
  const database = new URL(DATABASE_URL).pathname.slice(1);
  await query(DATABASE_URL, `alter database "${database}" set synchronous_commit = 'off'`);
  await query(DATABASE_URL, `create table broken (id int)`);
  await query(DATABASE_URL, `insert into broken values (1), (1)`);
  await query(DATABASE_URL, `create unique index concurrently broken_id on broken (id)`).catch(
    () => undefined,
  );
  const closed = `http://127.0.0.1:${await freePort()}`;
  const { code, findings } = await examine({
    ...{ DATABASE_URL, MIGRATE: 'false', PUBLIC_URL: closed, SITE_URL: closed },
  });
  expect(code).toBe(1);
  expect(findings.filter(({ state, found }) => state !== 'ok' && !OF_TEST_SERVER.test(found))).toEqual([
    finding('database settings', 'warning', /^synchronous_commit is off$/, /^Set it to on/),
    finding('database settings', 'wrong', /^the index broken_id is not valid$/, /^reindex index/),
    finding('migrations', 'wrong', /^1 is not applied$/, /MIGRATE is false; apply them with: .*migrate$/),
    finding(
      'service',
      'wrong',
      /^nothing answers at http:\/\/127\.0\.0\.1:\d+ \(ECONNREFUSED\)$/,
      /PUBLIC_URL/,
    ),
    finding('site', 'wrong', /^nothing answers at http:\/\/127\.0\.0\.1:\d+ \(ECONNREFUSED\)$/, /SITE_URL/),
  ]);
  // The doctor only looks.
  expect(await query(DATABASE_URL, 'select count(*)::int as count from migration')).not.toEqual([
    { count: 0 },
  ]);
  expect((await examine({ DATABASE_URL, MIGRATE: 'true' })).findings).toContainEqual(
    finding('migrations', 'warning', /^1 is not applied$/, /^The next start/),
  );
});

it('compares the clocks, and looks at the space on the disk', async () => {
  const DATABASE_URL = await freshDatabase();
  const database = new URL(DATABASE_URL).pathname.slice(1);
  await query(DATABASE_URL, `alter database "${database}" set search_path = public, pg_catalog`);
  const liveAt = (offset: string) =>
    query(
      DATABASE_URL,
      `create or replace function public.clock_timestamp() returns timestamptz
        return pg_catalog.clock_timestamp() + interval '${offset}'`,
    );
  // A file system without any space, or a folder that nobody may write.
  const DATA_DIR = '/proc/foyer';
  for (const [offset, state, found] of [
    ['10 minutes', 'wrong', /^the database is \d+\.\d s ahead of this machine$/],
    ['-1 minute', 'warning', /^the database is \d+\.\d s behind this machine$/],
  ] as const) {
    await liveAt(offset);
    const { findings } = await examine({ DATABASE_URL, DATA_DIR });
    expect(findings).toContainEqual(finding('clock', state, found, /NTP/));
    expect(findings).toContainEqual(
      finding('disk', 'wrong', /^0 MiB are free for|is not writable$/, /^Free space now|^Let the user/),
    );
  }
});

it('needs neither right settings nor a database', async () => {
  const wrong = await examine({ MIGRATE: 'no', PORT: 'x' });
  expect(wrong.code).toBe(1);
  expect(wrong.findings.at(-1)).toEqual(
    finding('settings', 'wrong', /PORT must be .*; MIGRATE must be true or false/, /^Correct these/),
  );
  const away = await examine({ DATABASE_URL: 'postgres://127.0.0.1:1/none', PORT: '0' });
  expect(away.code).toBe(1);
  expect(away.findings).toContainEqual(finding('database', 'wrong', /ECONNREFUSED/, /./));
});

it('shows a table to people', async () => {
  const command = cli(['doctor'], { MIGRATE: 'no' });
  expect(await command.ended).toMatchObject({ code: 1 });
  expect(command.stdout).toMatch(
    /^CHECK +STATE +FOUND\nversions +ok +Foyer .*\nsettings +wrong +MIGRATE must be true or false\. Correct these .*\n$/,
  );
  expect(command.stderr).toBe('');
});

function finding(check: string, state: Finding['state'], found: RegExp, advice: RegExp): Finding {
  const matching = (pattern: RegExp) => expect.stringMatching(pattern) as unknown as string;
  return { check, state, found: matching(found), advice: matching(advice) };
}

async function examine(environment: Environment): Promise<{ code: number | null; findings: Finding[] }> {
  const command = cli(['doctor', '--json'], environment);
  const { code } = await command.ended;
  return { code, findings: JSON.parse(command.stdout) as Finding[] };
}
