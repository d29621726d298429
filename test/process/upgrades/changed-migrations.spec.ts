import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { preloaded } from './planted-migration.js';
import { cleanUp, cli, type Environment, freshDatabase, launch, query, type Run } from '../support.js';

const RECORD = join(import.meta.dirname, '../../architecture/migrations/migration-hashes.json');
const OLDER_BUILD = join(import.meta.dirname, 'older-build.sql');

/** What somebody has changed in a file, as the process finds it. */
const NEW_COLUMN = edited('topics.migration.js', 'title text not null', 'title text not null, motto text');
const NEW_COMMENT = edited('topics.migration.js', 'this.addSql', '/* topics */ this.addSql');
/** A migration sends this routine, too. */
const NEW_ROUTINE = edited('partitions.routines.js', 'create or replace', 'create /* anew */ or replace');

/** The clock of a machine in another zone, and 400 days ahead. */
const ANOTHER_DAY = {
  TZ: 'Pacific/Kiritimati',
  ...preloaded(`
    const RealDate = Date;
    globalThis.Date = class Date extends RealDate {
      constructor(...given) { super(...(given.length > 0 ? given : [Date.now()])); }
      static now() { return RealDate.now() + 400 * 86_400_000; }
    };`),
};

afterEach(cleanUp);

it('a migration that was changed after it was applied refuses the start', async () => {
  const DATABASE_URL = await freshDatabase();
  const changed = { DATABASE_URL, ...NEW_COLUMN };
  await expectRefusal(launch(changed));
  await expectRefusal(launch({ ...changed, MIGRATE: 'false' }));
  await expectRefusal(cli(['migrate'], changed));
});

it('a migration may be written in another way, if it sends the same; routines may change', async () => {
  const DATABASE_URL = await freshDatabase();
  await expectMigrated({ DATABASE_URL, ...NEW_COMMENT });
  await expectMigrated({ DATABASE_URL, ...NEW_ROUTINE });
  expect(await query(DATABASE_URL, 'select from applied_routines')).toHaveLength(2);
});

it('migrations are the same on another day, and for other tenants', async () => {
  const [empty, older] = [await freshDatabase('template1'), await freshDatabase('template1')];
  await query(older, await readFile(OLDER_BUILD, 'utf8'));
  await query(older, `insert into tenant values (gen_random_uuid(), 'Another', now())`);
  const recorded = JSON.parse(await readFile(RECORD, 'utf8')) as Record<string, string>;
  for (const DATABASE_URL of [empty, older]) {
    await expectMigrated({ DATABASE_URL, ...ANOTHER_DAY });
    const rows = await query<{ name: string; hash: string }>(DATABASE_URL, 'table migration_hash');
    expect(Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))).toEqual(recorded);
  }
});

async function expectMigrated(environment: Environment): Promise<void> {
  const migration = cli(['migrate'], environment);
  expect([await migration.ended, migration.stderr]).toEqual([{ code: 0, signal: null }, '']);
}

async function expectRefusal(attempt: Run): Promise<void> {
  expect(await attempt.ended).toEqual({ code: 1, signal: null });
  expect(attempt.stderr).toBe(
    'Migration20261115000100Topics was changed after it was applied to this database; ' +
      'put it back as it was, and write a new migration for the change (docs/database.md).\n',
  );
  expect(attempt.stdout).not.toContain('ready');
}

function edited(file: string, text: string, by: string): Environment {
  return preloaded(`
    import { registerHooks } from 'node:module';
    registerHooks({
      load(url, context, next) {
        const loaded = next(url, context);
        if (!url.endsWith('/${file}')) return loaded;
        return { ...loaded, source: loaded.source.toString().replace('${text}', '${by}') };
      },
    });`);
}
