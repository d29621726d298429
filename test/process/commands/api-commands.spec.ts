import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { exampleId } from '../../../src/shared/kernel/example-ids.js';
import { ApiCaller, isReady, receive } from './api-caller.js';
import { cleanUp, cleanUpLater, cli, type Run, run, until } from '../support.js';

let caller: ApiCaller;

beforeAll(async () => {
  caller = await ApiCaller.start();
});
afterAll(cleanUp);

const foyer = (...words: string[]) => caller.foyer(words);
const createTopic = (title: string) => caller.createTopic(title);

const createPerson = (name: string) => caller.instance.send('POST', '/v0/persons', { name });

describe('events tail', () => {
  it('shows events as they happen, each in a line, of the kinds that are asked for', async () => {
    const words = ['events', 'tail', '--json', '--count', '2'];
    const both = foyer(...words, '--type', 'topic.created', '--type', 'topic.deleted');
    const one = foyer('events', 'tail', '--type', 'topic.created', '--count', '1');
    await Promise.all([both, one].map(isReady));
    await createPerson('Ada');
    const topicId = await createTopic('News');
    await fetch(`${caller.instance.url}/v0/topics/${topicId}`, {
      method: 'DELETE',
      headers: { 'x-api-key': caller.instance.key },
    });
    expect(await both.ended).toEqual({ code: 0, signal: null });
    const events = both.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { payload: object });
    expect(events.map(({ payload }) => payload)).toEqual([
      { type: 'topic.created', topicId },
      { type: 'topic.deleted', topicId },
    ]);
    expect(await one.ended).toEqual({ code: 0, signal: null });
    expect(one.stdout).toMatch(new RegExp(`^2\\S+Z {2}topic\\.created +topicId=${topicId}\n$`));
  });

  it('says why there is no feed, and goes on', async () => {
    const command = foyer('events', 'tail', '--url', 'http://127.0.0.1:1');
    await until(() => command.stderr.split('\n').length > 2);
    expect(command.stderr.split('\n')[0]).toMatch(
      /^There is no feed \(.*\)\. It goes on as soon as it can\.$/,
    );
    command.child.kill('SIGINT');
    expect(await command.ended).toEqual({ code: 0, signal: null });
  });

  it('ends with Ctrl-C, without a complaint', async () => {
    const command = foyer('events', 'tail');
    await isReady(command);
    command.child.kill('SIGINT');
    expect(await command.ended).toEqual({ code: 0, signal: null });
    expect(command.stderr).toBe('Waiting for events.\n');
  });
});

it('lists, retries and replays deliveries', async () => {
  const receiver = await receive([500, 204, 204]);
  const subscription = { url: receiver.url, events: ['topic.created'] };
  const answer = await caller.instance.send('POST', '/v0/webhook_subscriptions', subscription);
  const { subscriptionId } = (await answer.json()) as { subscriptionId: string };
  const from = new Date(Date.now() - 1000).toISOString();
  await createTopic('Five');
  await until(() => receiver.calls.length === 1);
  const listed = async () => {
    const list = foyer('deliveries', 'list', subscriptionId, '--status', 'waiting', '--json');
    expect(await list.ended).toMatchObject({ code: 0 });
    return JSON.parse(list.stdout) as { deliveryId: string; responseStatus: number | null }[];
  };
  await until(async () => (await listed())[0]?.responseStatus === 500);
  const [delivery] = await listed();
  const none = foyer('deliveries', 'list', subscriptionId, '--status', 'failed');
  expect(await none.ended).toMatchObject({ code: 0 });
  expect(none.stdout).toBe('None\n');
  const table = foyer('deliveries', 'list', subscriptionId);
  expect(await table.ended).toMatchObject({ code: 0 });
  expect(table.stdout).toMatch(/^DELIVERY +EVENT +KIND +STATUS +ATTEMPTS +ANSWER +NEXT ATTEMPT +CREATED\n/);
  expect(table.stdout).toMatch(
    // On a busy machine, the service tries again before the command has started.
    new RegExp(
      `^${delivery!.deliveryId} +event_\\w+ +topic\\.created +(waiting +1 +500|delivered +2 +204) `,
      'm',
    ),
  );

  const retry = foyer('deliveries', 'retry', subscriptionId, delivery!.deliveryId);
  expect(await retry.ended).toMatchObject({ code: 0 });
  expect(retry.stdout).toBe(`${delivery!.deliveryId} is waiting.\n`);
  await until(() => receiver.calls.length >= 2);
  const count = foyer('deliveries', 'replay', subscriptionId, '--from', from, '--dry-run');
  expect(await count.ended).toMatchObject({ code: 0 });
  expect(count.stdout).toMatch(/^\d+ events would be delivered again\.\n$/);
  const replay = foyer('deliveries', 'replay', subscriptionId, '--from', from);
  expect(await replay.ended).toMatchObject({ code: 0 });
  await until(() => receiver.calls.length >= 3);
});

it('publishes a version, and waits until visitors see it', async () => {
  const ids = [exampleId('page'), exampleId('audience')];
  const command = foyer('publish', ...ids, '--wait', '--json');
  expect(await command.ended).toMatchObject({ code: 0 });
  const version = JSON.parse(command.stdout) as { status: string; versionId: string };
  expect(version.status).toBe('published');
  const page = await (await caller.instance.get(`/v0/pages/${ids[0]}/audiences/${ids[1]}`)).json();
  expect(page).toMatchObject({ publishedVersion: { versionId: version.versionId } });
});

it('publishes a scheduled version at once, and says why another one can not be published', async () => {
  const ids = [exampleId('page'), exampleId('audience')];
  const versions = `/v0/pages/${ids[0]}/audiences/${ids[1]}/versions`;
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const schedule = async () => {
    const answer = await caller.instance.send('POST', versions, { publishAt: tomorrow });
    return ((await answer.json()) as { versionId: string }).versionId;
  };
  const wanted = await schedule();
  const command = foyer('publish', ...ids, '--version', wanted, '--wait');
  expect(await command.ended).toMatchObject({ code: 0 });
  expect(command.stdout).toBe(`${wanted} is published.\n`);

  const cancelled = await schedule();
  await caller.instance.send('POST', `${versions}/${cancelled}/cancel`, {});
  const refused = foyer('publish', ...ids, '--version', cancelled, '--wait');
  expect(await refused.ended).toMatchObject({ code: 1 });
  expect(refused.stderr).toMatch(/^[^\n]+\(409 version_\w+ req_\w+\)\n$/);
});

const NOTHING = 'page_01m7eevjdyehx9tpmsz29fztqm';

it.each([
  ['events tail --url nowhere', 2, /^"nowhere" is not a URL: /],
  ['events tail --url ftp://127.0.0.1', 2, /^"ftp:\/\/127\.0\.0\.1" is not a URL: /],
  ['events tail --url http://user:a-password@127.0.0.1', 2, /^url must begin with http:[^@]+$/],
  ['events tail --key a-secret\nkey', 2, /^key must be an API key\.$/],
  ['events tail --type topic.created --type topic.made', 1, /^type .*\(400 validation_failed req_\w+\)$/],
  ['deliveries list ..', 2, /^"\.\." is not an id\.$/],
  ['webhooks listen --forward http://a:b@127.0.0.1', 2, /^--forward can not have a user name/],
  ['events tail --count x', 2, /^"x" is not a count: /],
  ['events tail --from yesterday', 1, /^from must be a time .*\(400 validation_failed req_\w+\)$/],
  ['events tail --key wrong-key', 1, /\(401 key_invalid req_\w+\)$/],
  ['webhooks listen', 2, /^Required option '--forward <url>' not specified\. Usage: foyer webhooks listen/],
  ['webhooks listen --forward x', 2, /^"x" is not a URL: use one such as http:\/\/localhost:4000\/hook\.$/],
  ['webhooks listen --forward http://127.0.0.1:1 --secret x', 2, /^--secret must be whsec_/],
  [`publish ${NOTHING} ${NOTHING}`, 1, /\(404 page_not_found req_\w+\)$|\(404 audience_not_found req_\w+\)$/],
  ['deliveries list x --limit 0', 2, /^"0" is not a limit: /],
  ['publish --url http://127.0.0.1:1 a b', 1, /^http:\/\/127\.0\.0\.1:1: .*\(connection_failed\)$/],
])('answers "%s" with one line', async (words, code, line) => {
  const command = foyer(...words.split(' '));
  expect(await command.ended).toEqual({ code, signal: null });
  expect(command.stdout).toBe('');
  expect(command.stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(line)]);
});

it('asks for a key', async () => {
  const command = cli(['events', 'tail'], { FOYER_KEY: '' });
  expect(await command.ended).toMatchObject({ code: 2 });
  expect(command.stderr).toBe('The API key is missing: set FOYER_KEY, or use --key <key>.\n');
});

/** Runs commands where only these parts are built. */
async function programOf(...parts: string[]): Promise<(...words: string[]) => Run> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-in-part-'));
  cleanUpLater(() => rm(folder, { recursive: true }));
  for (const part of ['package.json', ...parts]) await cp(part, join(folder, part), { recursive: true });
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  return (...words) => run([process.execPath, join(folder, 'dist/cli.js'), ...words], { FOYER_KEY: 'any' });
}

it('says how to get the MCP server where it is not installed', async () => {
  const without = await programOf('dist', 'packages/commands');
  const command = without('mcp');
  expect(await command.ended).toMatchObject({ code: 1 });
  expect(command.stderr).toMatch(/^The MCP server is not installed here\. [^\n]*npm run build:mcp\n$/);
});

it('says how to get these commands where they are not built', async () => {
  // As in a production install.
  const without = await programOf('dist');
  const [tail, help] = [without('events', 'tail', '--type', 'x'), without('--help')];
  expect(await tail.ended).toMatchObject({ code: 1 });
  expect(tail.stderr).toMatch(
    /^The commands that call the API are not built here\. .*npm run build:commands\n$/,
  );
  const helpOfOne = without('deliveries', 'list', '--help');
  expect(await helpOfOne.ended).toMatchObject({ code: 1 });
  expect([helpOfOne.stdout, helpOfOne.stderr]).toEqual(['', tail.stderr]);
  expect(await help.ended).toMatchObject({ code: 0 });
  expect(help.stdout).toContain('The commands that call the API are not built here.');
  expect(help.stdout).not.toContain('events');
});
