import { exampleId } from '../../../src/shared/kernel/example-ids.js';
import {
  cleanUp,
  cli,
  type Environment,
  filledDataDir,
  freshDatabase,
  postmasterPid,
  query,
  removeTemplates,
  start,
  until,
} from '../support.js';

afterEach(cleanUp);
afterAll(removeTemplates);

it('makes and stops keys beside a running service', async () => {
  const DATA_DIR = await filledDataDir();
  const instance = await start({ DATA_DIR });
  expect(await answer(['tenant', 'create', 'Acme'], { DATA_DIR })).toMatch(/^tenant_[0-9a-z]{26}$/);
  const stray = cli(['key', 'create', '--tenant', 'Acme', '--scope', 'topcs:read'], { DATA_DIR });
  await stray.ended;
  expect(stray.stderr).toMatch(
    /^No operation requires the scope "topcs:read"; known scopes are .*topics:read/,
  );
  const key = await answer(['key', 'create', '--tenant', 'Acme', '--scope', 'topics:read'], { DATA_DIR });
  expect(key).toMatch(/^foyer_[0-9a-z]{26}_[\w-]{32}$/);
  expect(await (await instance.get('/v0/topics', key)).json()).toMatchObject({ items: [] });
  expect((await instance.get('/metrics', key)).status).toBe(403);
  const forMetrics = await answer(['key', 'create', '--tenant', 'Acme', '--scope', 'metrics:read'], {
    DATA_DIR,
  });
  expect((await instance.get('/metrics', forMetrics)).status).toBe(200);

  const id = `key_${key.split('_')[1]}`;
  expect(await answer(['key', 'revoke', id], { DATA_DIR })).toBe(`${id} is revoked.`);
  const [list] = await Promise.all(
    [['key', 'list'], ['migrate']].map((words) => answer(words, { DATA_DIR })),
  );
  expect(list).toMatch(
    row(
      'KEY',
      'NAME',
      'TENANT',
      'ORIGIN',
      'SCOPES',
      'RATE LIMIT',
      'STATE',
      'CREATED',
      'EXPIRES',
      'LAST USED',
    ),
  );
  expect(list).toMatch(
    row('key_\\w+', '-', 'default', 'data folder', '\\*', 'none', 'active', TIME, 'never', 'never'),
  );
  expect(list).toMatch(row(id, '-', 'Acme', 'cli', 'topics:read', 'none', 'revoked', TIME, 'never', TIME));
  await until(async () => (await instance.get('/v0/topics', key)).status === 401);
  expect((await instance.get('/v0/topics')).status).toBe(200);
});

it('shows domains, and takes a proof from whoever has it', async () => {
  const DATABASE_URL = await freshDatabase();
  const instance = await start({ DATABASE_URL, ROLE: 'api' });
  await instance.send('POST', '/v0/tenant_domains', { domain: 'www.acme.example' });
  await query(DATABASE_URL, 'update tenant_domain set is_proven = true, proven_until = now()');
  const words = ['domain', 'release', 'https://WWW.acme.example/'];
  expect(await answer(['domain', 'list'], { DATABASE_URL })).toMatch(
    row('www.acme.example', 'default', 'proven', TIME, 'never', '-'),
  );
  expect(await answer(words, { DATABASE_URL })).toBe(`Any tenant can now prove ${words[2]}.`);
  expect(await answer(['domain', 'list'], { DATABASE_URL })).toMatch(
    row('www.acme.example', 'default', 'unproven', '-', 'never', '-'),
  );
  const again = cli(words, { DATABASE_URL });
  expect((await again.ended).code).not.toBe(0);
  expect(again.stderr).toMatch(/^No tenant has proven /);
});

it('starts the embedded database for itself where no service runs, and stops it again', async () => {
  const DATA_DIR = await filledDataDir();
  const alone = (...words: string[]) => answer(words, { DATA_DIR });
  const [tenant] = await Promise.all([alone('tenant', 'create', 'Acme'), alone('migrate')]);
  expect(tenant).toMatch(/^tenant_/);
  const [kept, doomed] = await Promise.all([1, 2].map(() => alone('key', 'create', '--tenant', 'Acme')));
  const id = `key_${doomed!.split('_')[1]}`;
  await alone('key', 'revoke', id);
  expect(await alone('key', 'list')).toMatch(
    row(id, '-', 'Acme', 'cli', '\\*', 'none', 'revoked', TIME, 'never', 'never'),
  );
  expect(await postmasterPid(DATA_DIR)).toBeUndefined();

  const instance = await start({ DATA_DIR });
  expect((await instance.get('/v0/topics', kept)).status).toBe(200);
  expect((await instance.get('/v0/topics', doomed)).status).toBe(401);
});

it('adds the samples of a module that has none in a database that is in use, and puts back all of them', async () => {
  const DATA_DIR = await filledDataDir();
  const instance = await start({ DATA_DIR });
  expect(await answer(['sample'], { DATA_DIR })).toMatch(/^Every module already has samples; /);
  const { items } = (await (await instance.get('/v0/topics')).json()) as { items: { topicId: string }[] };
  const paths = items.map(({ topicId }) => `/v0/topics/${topicId}`);
  const remove = (path: string) =>
    fetch(`${instance.url}${path}`, { method: 'DELETE', headers: { 'x-api-key': instance.key } });
  const statuses = async () => Promise.all(paths.map(async (path) => (await instance.get(path)).status));
  for (const path of paths) expect((await remove(path)).status).toBe(200);
  expect(await answer(['sample'], { DATA_DIR })).toBe('Samples were added: topics.');
  expect(await statuses()).toEqual(paths.map(() => 200));
  // A data folder of an earlier release has fewer sample assets.
  const logo = exampleId('asset', 4);
  for (const path of [`/v0/assets/${logo}`, `/v0/assets/trash/${logo}`])
    expect((await remove(path)).status).toBe(200);
  expect(await answer(['sample'], { DATA_DIR })).toBe('Samples were added: assets.');
  expect((await instance.get(`/v0/assets/${logo}`)).status).toBe(200);
  expect(await answer(['sample'], { DATA_DIR })).toMatch(/^Every module already has samples; /);
  expect((await remove(paths[0]!)).status).toBe(200);
  expect(await answer(['sample', '--reset'], { DATA_DIR })).toBe(
    'All samples are restored to their initial state.',
  );
  expect(await statuses()).toEqual(paths.map(() => 200));
});

it('makes keys that end, and migrates where the service is told not to', async () => {
  const DATABASE_URL = await freshDatabase('template1');
  const [first, ...rest] = (await answer(['migrate'], { DATABASE_URL, MIGRATE: 'false' })).split('\n');
  expect([first, rest.at(-1)]).toEqual([
    expect.stringMatching(/^Migration Foundation \(1 of \d+\)$/),
    'The database schema is up to date.',
  ]);
  const instance = await start({ DATABASE_URL, MIGRATE: 'false' });
  const key = await answer(['key', 'create', '--tenant', 'default', '--expires', '30d'], { DATABASE_URL });
  const days = `select round(extract(epoch from expires_at - created_at) / 86400)::int as days`;
  expect(await query(DATABASE_URL, `${days} from api_key where origin = 'cli'`)).toEqual([{ days: 30 }]);
  await query(DATABASE_URL, `update api_key set expires_at = created_at where origin = 'cli'`);
  expect((await instance.get('/v0/topics', key)).status).toBe(401);
});

const TIME = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z';

function row(...cells: string[]): RegExp {
  return new RegExp(`^${cells.join(' +')}$`, 'm');
}

async function answer(words: string[], environment: Environment): Promise<string> {
  const command = cli(words, environment);
  expect(await command.ended).toEqual({ code: 0, signal: null });
  // Commands that migrate at the same time take turns, and on a busy machine they say so.
  expect(command.stderr.replaceAll(/^The migration waits for .*\n/gm, '')).toBe('');
  return command.stdout.trimEnd();
}
