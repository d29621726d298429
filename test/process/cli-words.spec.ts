import { stat } from 'node:fs/promises';
import { cleanUp, cli, type Environment, freshDatabase, run } from './support.js';

afterEach(cleanUp);

// Nothing can be reached there, so these prove too that words are judged before anything is opened.
const NOWHERE = { DATABASE_URL: 'postgres://127.0.0.1:1/none' };

it('shows how it is used', async () => {
  const help = cli(['--help'], NOWHERE);
  expect(await help.ended).toMatchObject({ code: 0 });
  expect(help.stdout).toMatch(/^Usage: npm run -s cli -- <command>\n/);
  expect(help.stdout).toContain(
    'key create --tenant <name> [--name <name>] [--scope <scope>]... [--expires <time>] [--rate-limit <limit>]',
  );
  for (const words of [[], ['key'], ['keys', 'list'], ['tenant', 'created', 'x']]) {
    const wrong = cli(words, NOWHERE);
    expect(await wrong.ended).toMatchObject({ code: 2 });
    expect(wrong.stderr).toContain(help.stdout);
  }
});

const FAULTS: [string, RegExp][] = [
  ['tenant create', /^An argument is missing\. Usage: tenant create <name>$/],
  ['tenant create a b', /^Too many arguments\. Usage: tenant create <name>$/],
  ['tenant create x --scope *', /^Unknown option '--scope'\. Usage: tenant create <name>$/],
  ['key create', /^The name of the tenant is missing: --tenant <name>$/],
  ['key create --tenant', /^Option '--tenant <value>' argument missing\. Usage: key create/],
  ['key create --tenant a --colour red', /^Unknown option '--colour'\. Usage: key create/],
  [
    'key create --tenant a --scope topics',
    /^"topics" is not a scope: use \* .*<area>:read or <area>:write; areas are .*, topics, .*\.$/,
  ],
  ['key create --tenant a --expires 5s', /^"5s" is not a time: .*m, h, d or w/],
  ['key create --tenant a --rate-limit 5', /^"5" is not a limit: .*50:500\.$/],
  ['key create --tenant a --expires 0d', /^"0d" is not a time: .*h, d or w/],
  ['key revoke 17', /^"17" is not a key id: .*key_/],
  ['key list', /^DATABASE_URL: 127\.0\.0\.1:1\/none can't be used: .*ECONNREFUSED/],
];

it.each(FAULTS)('answers "%s" with one line', async (words, line) => {
  await expectFault(words.split(' '), NOWHERE, line);
});

it('tells what is not there, and what is there already', async () => {
  const DATABASE_URL = await freshDatabase();
  const unknown = 'key_01m7eevjdyehx9tpmsz29fztqm';
  await expectFault(['key', 'create', '--tenant', 'Acme'], { DATABASE_URL }, /^There is no tenant "Acme"; /);
  await expectFault(
    ['key', 'revoke', unknown],
    { DATABASE_URL },
    new RegExp(`^There is no key ${unknown}; `),
  );
  const twins = [1, 2].map(() => cli(['tenant', 'create', 'Acme'], { DATABASE_URL }));
  const codes = await Promise.all(twins.map(async ({ ended }) => (await ended).code));
  expect(codes.sort()).toEqual([0, 1]);
  expect(twins.map(({ stderr }) => stderr).join('')).toMatch(/^The tenant "Acme" already exists; .*\n$/);
});

it('answers with nothing but what was asked for where it is run through npm', async () => {
  const DATABASE_URL = await freshDatabase();
  const npm = run(['npm', 'run', '-s', 'cli', '--', 'tenant', 'create', 'Acme'], { DATABASE_URL });
  expect(await npm.ended).toMatchObject({ code: 0 });
  expect(npm.stdout).toMatch(/^tenant_[0-9a-z]{26}\n$/);
  const list = cli(['tenant', 'list'], { DATABASE_URL });
  expect(await list.ended).toMatchObject({ code: 0 });
  expect(list.stdout).toMatch(
    /^TENANT +NAME +SLUG +KEYS +CREATED\ntenant_[0-9a-z]{26} +Acme +acme +0 +2\S+Z\n$/,
  );
});

it('is not compiled again where nothing has changed', async () => {
  const builtAt = async () => (await stat('dist/.tsbuildinfo')).mtimeMs;
  const help = () => run(['npm', 'run', '-s', 'cli', '--', '--help'], NOWHERE).ended;
  await help();
  const before = await builtAt();
  expect(await help()).toMatchObject({ code: 0 });
  expect(await builtAt()).toBe(before);
});

async function expectFault(words: string[], environment: Environment, line: RegExp): Promise<void> {
  const command = cli(words, environment);
  expect(await command.ended).toEqual({ code: 1, signal: null });
  expect(command.stdout).toBe('');
  expect(command.stderr.split('\n')).toEqual([expect.stringMatching(line), '']);
}
