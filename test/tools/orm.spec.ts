import path from 'node:path';
import { SCHEMAS } from '../../src/application/modules.js';
import {
  cleanUp,
  type Environment,
  filledDataDir,
  freshDatabase,
  postmasterPid,
  removeTemplates,
  run,
  start,
} from '../process/support.js';

const UNREACHABLE = 'postgres://nobody@127.0.0.1:1/none';
const MIGRATIONS = SCHEMAS.flatMap(({ migrations }) => migrations.map(({ name }) => name)).sort();

afterEach(cleanUp);
afterAll(removeTemplates);

describe('the tool of the ORM', () => {
  it('works on the embedded database beside a running service, and lets it run', async () => {
    const DATA_DIR = await filledDataDir();
    const service = await start({ DATA_DIR });
    expect(namesIn(await orm(['migration:list'], { DATA_DIR }))).toEqual(MIGRATIONS);
    expect(await orm(['migration:pending'], { DATA_DIR })).toBe('No pending migrations\n');
    expect((await service.get('/v0/topics')).status).toBe(200);
  });

  it('starts the embedded database where it does not run, and stops it', async () => {
    const DATA_DIR = await filledDataDir();
    const npm = run(['npm', 'run', '-s', 'orm', '--', 'debug'], { DATA_DIR });
    expect(await npm.ended).toEqual({ code: 0, signal: null });
    expect(npm.stdout).toContain('database connection successful');
    expect(await postmasterPid(DATA_DIR)).toBeUndefined();
  });

  it('works on DATABASE_URL, and what it has looked at can be migrated', async () => {
    const DATABASE_URL = await freshDatabase('template1');
    expect(namesIn(await orm(['migration:pending'], { DATABASE_URL }))).toEqual(MIGRATIONS);
    expect(await orm(['migration:list'], { DATABASE_URL })).toBe('No migrations executed yet\n');
    await start({ DATABASE_URL });
    expect(await orm(['migration:pending'], { DATABASE_URL })).toBe('No pending migrations\n');
  });

  it.each(['schema:update', 'migration:create', ''])('only looks: it refuses %p', async (command) => {
    const refused = tool([command, '--run'], { DATABASE_URL: UNREACHABLE });
    expect(await refused.ended).toEqual({ code: 2, signal: null });
    expect(refused.stderr).toMatch(/^The commands are [^\n]+\n$/);
  });

  it('says in one line what is wrong with the database', async () => {
    const failed = tool(['debug'], { DATABASE_URL: UNREACHABLE });
    expect(await failed.ended).toEqual({ code: 1, signal: null });
    expect(failed.stderr).toMatch(/^DATABASE_URL: 127\.0\.0\.1:1\/none can't be used: [^\n]+\n$/);
  });
});

const tool = (words: string[], environment: Environment) =>
  run([process.execPath, path.resolve('tools/orm.ts'), ...words], environment);

async function orm(words: string[], environment: Environment): Promise<string> {
  const done = tool(words, environment);
  expect([await done.ended, done.stderr]).toEqual([{ code: 0, signal: null }, '']);
  return done.stdout;
}

const namesIn = (table: string) => table.match(/Migration\d+\w+/g);
