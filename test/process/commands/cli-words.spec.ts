import { stat } from 'node:fs/promises';
import { cleanUp, cli, type Environment, freshDatabase, run } from '../support.js';

afterEach(cleanUp);

// Nothing can be reached there, so these prove too that words are judged before anything is opened.
const NOWHERE = { DATABASE_URL: 'postgres://127.0.0.1:1/none' };

it('shows how it is used', async () => {
  const help = cli(['--help'], NOWHERE);
  expect(await help.ended).toMatchObject({ code: 0 });
  expect(help.stdout).toMatch(/^Usage: foyer \[options\] \[command\]\n/);
  expect(help.stdout).toMatch(/^ {2}tenant create <name> +Create a tenant and print its id$/m);
  expect(help.stdout).toMatch(/^Exit codes:\n {2}0 {2}done\n {2}1 {2}failed; .*\n {2}2 {2}the words /m);
  for (const [line] of help.stdout.matchAll(/^ {2}.*$/gm)) expect(line.length).toBeLessThanOrEqual(80);
  // No style where the output is no terminal.
  expect(help.stdout).not.toContain('\u001B');
  const nothing = cli([], NOWHERE);
  expect(await nothing.ended).toMatchObject({ code: 2 });
  expect(nothing.stderr).toBe(help.stdout);
  const half = cli(['key'], NOWHERE);
  expect(await half.ended).toMatchObject({ code: 2 });
  expect(half.stderr).toMatch(/^ {2}key revoke <key-id> +Revoke a key/m);
});

it('shows the options of each command, and examples that it takes', async () => {
  const help = cli(['--help'], NOWHERE);
  await help.ended;
  const names = [...help.stdout.matchAll(/^ {2}((?:[a-z]+ )+)(?:<[^>]+>)* +[A-Z]/gm)].map(([, name]) =>
    name!.trim(),
  );
  expect(names).toEqual(expect.arrayContaining(['tenant create', 'key revoke', 'migrate', 'restore']));
  for (const name of names) {
    const each = cli([...name.split(' '), '--help'], NOWHERE);
    expect(await each.ended).toMatchObject({ code: 0 });
    // An MCP server answers in its own protocol.
    expect(each.stdout.includes('--json')).toBe(name !== 'mcp');
    const examples = each.stdout.split('Examples:\n')[1]!.trimEnd().split('\n');
    const call = new RegExp(`^ {2}\\$ ([A-Z_]+=\\S+ )?foyer ${name}( |$)`);
    for (const example of examples) expect(example).toMatch(call);
  }
});

/** Judged before anything is opened. */
const MISUSES: [string, RegExp][] = [
  ['keys list', /^Unknown command 'keys'\. Usage: foyer \[options\] \[command\]$/],
  ['tenant created x', /^Unknown command 'created' \(Did you mean create\?\)\. Usage: foyer tenant /],
  ['tenant create', /^Missing required argument 'name'\. Usage: foyer tenant create \[options\] <name>$/],
  [
    'tenant create a b',
    /^Too many arguments for 'create'\. .*Usage: foyer tenant create \[options\] <name>$/,
  ],
  ['tenant create x --scope *', /^Unknown option '--scope'\. Usage: foyer tenant create \[options\] <name>$/],
  ['key create', /^Required option '--tenant <name>' not specified\. Usage: foyer key create/],
  ['key create --tenant', /^Option '--tenant <name>' argument missing\. Usage: foyer key create/],
  ['key create --tenant a --colour red', /^Unknown option '--colour'\. Usage: foyer key create/],
  [
    'key create --tenant a --scope topics',
    /^"topics" is not a scope: use \* .*<area>:read or <area>:write; areas are .*, topics, .*\.$/,
  ],
  ['key create --tenant a --expires 5s', /^"5s" is not a time: .*m, h, d or w/],
  ['key create --tenant a --rate-limit 5', /^"5" is not a limit: .*50:500\.$/],
  ['key create --tenant a --expires 0d', /^"0d" is not a time: .*h, d or w/],
  ['key revoke 17', /^"17" is not a key id: .*key_/],
];

it.each(MISUSES)('answers "%s" with one line, and exits with 2', async (words, line) => {
  await expectFault(words.split(' '), NOWHERE, line, 2);
});

it('says in one line that the database is away', async () => {
  await expectFault(
    ['key', 'list'],
    NOWHERE,
    /^DATABASE_URL: 127\.0\.0\.1:1\/none can't be used: .*ECONNREFUSED/,
  );
});

it('ends without a complaint when the program that reads its answer has ended', async () => {
  const DATABASE_URL = await freshDatabase();
  for (const words of [['--help'], ['tenant', 'list']]) {
    const command = cli(words, { DATABASE_URL });
    command.child.stdout!.destroy();
    expect(await command.ended).toEqual({ code: 0, signal: null });
    expect(command.stderr).toBe('');
  }
});

it('says in one line that Node is too old for the database, and shows the help all the same', async () => {
  const older = `import module from 'node:module'; delete module.enableCompileCache;
    Object.defineProperty(process.versions, 'node', { value: '20.19.0' })`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(older)}`;
  const help = cli(['--help'], { ...NOWHERE, NODE_OPTIONS });
  expect(await help.ended).toMatchObject({ code: 0 });
  const line = /^Foyer runs on Node 24 or newer; this is Node 20\.19\.0\.$/;
  for (const words of [['key', 'list'], ['doctor'], ['restore', 'nothing.tar.gz']])
    await expectFault(words, { ...NOWHERE, NODE_OPTIONS }, line);
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
  const data = cli(['tenant', 'list', '--json'], { DATABASE_URL });
  expect(await data.ended).toMatchObject({ code: 0 });
  expect(JSON.parse(data.stdout)).toEqual([
    {
      ...{ tenantId: npm.stdout.trim(), name: 'Acme', slug: 'acme', keys: 0 },
      createdAt: expect.stringMatching(/^2\S+Z$/) as unknown,
    },
  ]);
});

it('is not compiled again where nothing has changed', async () => {
  const builtAt = async () => (await stat('dist/.tsbuildinfo')).mtimeMs;
  const help = () => run(['npm', 'run', '-s', 'cli', '--', '--help'], NOWHERE).ended;
  await help();
  const before = await builtAt();
  expect(await help()).toMatchObject({ code: 0 });
  expect(await builtAt()).toBe(before);
});

async function expectFault(words: string[], environment: Environment, line: RegExp, code = 1): Promise<void> {
  const command = cli(words, environment);
  expect(await command.ended).toEqual({ code, signal: null });
  expect(command.stdout).toBe('');
  expect(command.stderr.split('\n')).toEqual([expect.stringMatching(line), '']);
}
