import { Client } from 'pg';
import { cleanUp, cleanUpLater, cli, freshDatabase, query, until } from '../support.js';

afterEach(cleanUp);

it('says for whom a migration waits, and goes on when that one is done', async () => {
  const DATABASE_URL = await freshDatabase('template1');
  const holder = new Client({ connectionString: DATABASE_URL, application_name: 'a forgotten psql' });
  await holder.connect();
  cleanUpLater(() => holder.end());
  await holder.query(`select pg_advisory_lock(x'666f796572'::bigint)`);
  const [{ pid } = { pid: 0 }] = await query<{ pid: number }>(
    DATABASE_URL,
    `select pid from pg_stat_activity where application_name = 'a forgotten psql'`,
  );

  const migration = cli(['migrate'], { DATABASE_URL });
  await until(() => migration.stderr !== '');
  const iso = '\\d{4}-\\d\\d-\\d\\dT\\S+Z';
  expect(migration.stderr).toMatch(
    new RegExp(
      `^The migration waits for a lock .* process ${pid} holds \\("a forgotten psql", idle, since ${iso}\\)\\.\n$`,
    ),
  );
  await holder.query('select pg_advisory_unlock_all()');
  expect(await migration.ended).toEqual({ code: 0, signal: null });
  expect(migration.stdout).toMatch(/^Migration Foundation .*\nThe database schema is up to date\.\n$/s);
});
