import { readFile } from 'node:fs/promises';
import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../support/servers/free-port.mjs';
import {
  cleanUp,
  cleanUpLater,
  freshDatabase,
  type Instance,
  KEY,
  launch,
  newDataDir,
  postmasterPid,
  ready,
  type Run,
  start,
  until,
} from '../support.js';

const GOOD_END = { code: 0, signal: null };
const CALLERS = 4;
const PAGE = {
  ...{ name: 'Shared', pageContext: 'What it is about', pageType: 'inbound', brandId: 'acme' },
  ...{ actions: [], actionCardWidgets: [], scripts: [] },
};

interface Audience {
  publishedVersion: { versionNumber: number };
}

const startTwo = async (environment = {}) =>
  start({ DATABASE_URL: await freshDatabase(), PROCESSES: '2', SHUTDOWN_DELAY_MS: '500', ...environment });

// In this order: each finds the group as the one before has left it.
describe('several processes under one parent', () => {
  let group: Instance;

  beforeAll(async () => {
    group = await startTwo({ RATE_LIMIT: 'off', SITE_RATE_LIMIT: 'off' });
  });
  afterAll(cleanUp);

  it('share one address, and two serve while a third one works', async () => {
    expect(await childrenOf(group)).toHaveLength(3);
    expect(group.stdout.match(/"msg":"ready"/g)).toHaveLength(1);
    expect(group.stdout).toContain(`"processes":2,"pid":${group.child.pid},`);
    expect((await fetch(`${group.siteUrl}/`)).status).toBe(404);
    const made = (await (await group.send('POST', '/v0/pages', PAGE)).json()) as { pageId: string };
    const audiences = `/v0/pages/${made.pageId}/audiences`;
    const { audienceId } = (await (await group.send('POST', audiences, {})).json()) as { audienceId: string };
    expect((await group.send('POST', `${audiences}/${audienceId}/versions`, {})).status).toBe(201);
    await until(async () => {
      const { text } = await call(group, `${audiences}/${audienceId}`);
      return (JSON.parse(text) as Audience).publishedVersion.versionNumber === 2;
    });
  });

  it('measure together, and lose nothing that was counted when one ends', async () => {
    for (let count = 0; count < 6; count++) await call(group, '/v0/topics');
    expect(await listsCounted(group)).toBe(6);
    const [first] = await childrenOf(group);
    process.kill(first!, 'SIGKILL');
    await group.prints(/"msg":"a process ended unexpectedly"/);
    for (let count = 0; count < 4; count++) await call(group, '/v0/topics');
    await until(async () => (await listsCounted(group)) === 10);
    await until(async () => (await childrenOf(group)).length === 3);
  });

  it('are restarted one after the other at SIGHUP, and no request fails', async () => {
    const before = await childrenOf(group);
    const load = callUntilStopped(group);
    cleanUpLater(load.stop);
    group.child.kill('SIGHUP');
    await group.prints(/"msg":"restarted"/);
    const after = await childrenOf(group);
    expect(after).toHaveLength(3);
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
    const answered = load.answered;
    await until(async () => load.answered > answered + CALLERS);
    expect(await load.stop()).toEqual([]);
  });

  it('are as many as before when an old one is killed while a new one takes its place', async () => {
    const [first, ...others] = await childrenOf(group);
    group.child.kill('SIGHUP');
    await until(async () => (await childrenOf(group)).length === 4);
    process.kill(first!, 'SIGKILL');
    await group.prints(/"msg":"restarted"[^]*"msg":"restarted"/);
    const after = await childrenOf(group);
    expect(after).toHaveLength(3);
    expect(after.filter((pid) => others.includes(pid))).toEqual([]);
  });

  it('end when their parent is killed', async () => {
    const children = await childrenOf(group);
    group.child.kill('SIGKILL');
    expect(await group.ended).toEqual({ code: null, signal: 'SIGKILL' });
    await until(async () => (await Promise.all(children.map(isAlive))).every((alive) => !alive));
  });
});

describe('a group of processes', () => {
  afterEach(cleanUp);

  it('lets through what is set, each its part of it', async () => {
    const group = await startTwo({ ROLE: 'api', RATE_LIMIT: '1:10' });
    const answers = [];
    for (let count = 0; count < 20; count++) answers.push(await call(group, '/v0/topics'));
    const allowed = answers.filter(({ status }) => status === 200);
    // And what comes back while they are sent.
    expect(allowed.length).toBeGreaterThanOrEqual(10);
    expect(allowed.length).toBeLessThan(15);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20 - allowed.length);
    expect(answers[0]!.headers['ratelimit-policy']).toBe('"tenant";q=5;w=10');
    expect(await group.stop()).toEqual(GOOD_END);
    expect(await childrenOf(group)).toEqual([]);
  });

  it('tries again to start a process beside one that serves, and at SIGHUP does so at once', async () => {
    const run = launch({ DATABASE_URL: await freshDatabase(), API_KEY: KEY, ROLE: 'api', PROCESSES: '2' });
    const [first, second] = await twoWithout(undefined, run);
    process.kill(second, 'SIGKILL');
    const group = await ready(run);
    expect(await isServing(group)).toBe(true);
    await twoWithout(second, run);

    let killed = first;
    process.kill(killed, 'SIGKILL');
    for (let count = 0; count < 4; count++) {
      [, killed] = await twoWithout(killed, run);
      process.kill(killed, 'SIGKILL');
    }
    // By now, the next one would be 4 s later.
    const askedAt = performance.now();
    run.child.kill('SIGHUP');
    await twoWithout(killed, run);
    expect(performance.now() - askedAt).toBeLessThan(3000);
    await run.prints(/"msg":"restarted"/);
    expect(await group.stop()).toEqual(GOOD_END);
  });

  it('ends in good order while it starts, though a restart is to follow', async () => {
    const run = launch({ DATABASE_URL: await freshDatabase(), API_KEY: KEY, ROLE: 'api', PROCESSES: '2' });
    await twoWithout(undefined, run);
    run.child.kill('SIGHUP');
    run.child.kill('SIGTERM');
    expect(await run.ended).toEqual(GOOD_END);
    expect(run.stderr).toBe('');
  });

  it('serves again when all were killed at once', async () => {
    const group = await startTwo({ ROLE: 'api', PORT: String(await freePort()), SITE_PORT: '0' });
    const before = await childrenOf(group);
    for (const pid of before) process.kill(pid, 'SIGKILL');
    await until(async () => {
      const now = await childrenOf(group);
      return now.length === 2 && now.every((pid) => !before.includes(pid)) && (await isServing(group));
    });
    expect(await group.stop()).toEqual(GOOD_END);
  });

  it('of workers tells its health; a second one on the same port does not start, and tells why', async () => {
    const PORT = String(await freePort());
    const settings = { DATABASE_URL: await freshDatabase(), ROLE: 'worker', PORT, PROCESSES: '2' };
    const group = await start(settings);
    expect((await call(group, '/health/ready')).status).toBe(200);
    const second = launch(settings);
    expect(await second.ended).toEqual({ code: 1, signal: null });
    expect(second.stderr).toBe(`PORT: ${PORT} on 127.0.0.1 is already in use.\n`);
  });

  it('shares the embedded database and stops it, also when the parent is killed while they start', async () => {
    const DATA_DIR = await newDataDir();
    const killed = launch({ DATA_DIR, PROCESSES: '2' });
    await until(async () => (await childrenOf(killed)).length === 3);
    killed.child.kill('SIGKILL');
    await killed.ended;
    // Node itself may fail to say hello to a parent that is gone.
    expect(killed.stderr).not.toContain('ERR_IPC_CHANNEL_CLOSED');
    await until(async () => (await postmasterPid(DATA_DIR)) === undefined);

    const group = await start({ DATA_DIR, PROCESSES: '2' });
    expect(group.stdout.match(/Foyer is ready/g)).toHaveLength(1);
    expect(group.stdout).toContain(`Processes 2; send signals to their parent, ${group.child.pid}\n`);
    for (let count = 0; count < 4; count++) expect((await call(group, '/v0/topics')).status).toBe(200);
    // One that is frozen has to end, too.
    process.kill((await childrenOf(group))[0]!, 'SIGSTOP');
    expect(await group.stop()).toEqual(GOOD_END);
    expect(await postmasterPid(DATA_DIR)).toBeUndefined();
  });
});

async function childrenOf({ child }: Run): Promise<number[]> {
  const text = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}

/** The children, the youngest last, once the killed one is gone and another has its place. */
function twoWithout(killed: number | undefined, run: Run): Promise<[number, number]> {
  return until(async () => {
    const [one, other, ...more] = await childrenOf(run);
    const areTwo = one && other && more.length === 0 && one !== killed && other !== killed;
    return areTwo ? [one, other] : undefined;
  });
}

async function isAlive(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) !== '';
}

/** On a connection of its own, so that one process after the other is asked. */
function call(group: Instance, path: string) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>(
    (resolve, reject) => {
      const request = get(
        group.url + path,
        { agent: false, headers: { 'x-api-key': group.key } },
        (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => (text += chunk.toString()));
          response.on('error', reject);
          response.on('end', () =>
            resolve({ status: response.statusCode!, headers: response.headers, text }),
          );
        },
      );
      request.on('error', reject);
    },
  );
}

const isServing = (group: Instance) =>
  call(group, '/v0/topics').then(
    ({ status }) => status === 200,
    () => false,
  );

async function metric(group: Instance, line: RegExp): Promise<number> {
  const { text } = await call(group, '/metrics');
  return text
    .split('\n')
    .filter((each) => line.test(each))
    .reduce((sum, each) => sum + Number(each.split(' ').at(-1)), 0);
}

const listsCounted = (group: Instance) =>
  metric(group, /^foyer_http_request_duration_seconds_count\{.*route="\/v0\/topics".*\}/);

/** Over connections that are kept open, as the fetch of Node does, to the API and the site. */
function callUntilStopped(group: Instance) {
  const failures: string[] = [];
  let isStopped = false;
  const load = { answered: 0, stop };
  const callOne = async (url: string, status: number) => {
    const response = await fetch(url, { headers: { 'x-api-key': KEY } });
    await response.text();
    if (response.status === status) load.answered++;
    else failures.push(`${url}: ${response.status}`);
  };
  const caller = async () => {
    while (!isStopped) {
      await Promise.all([
        callOne(`${group.url}/v0/topics?limit=5`, 200),
        callOne(`${group.url}/health/ready`, 200),
        callOne(`${group.siteUrl}/nowhere`, 404),
      ]).catch((error: Error) => failures.push(`${error.message}: ${String(error.cause)}`));
      await pause(10);
    }
  };
  const callers = Promise.all(Array.from({ length: CALLERS }, caller));
  async function stop(): Promise<string[]> {
    isStopped = true;
    await callers;
    return failures;
  }
  return load;
}
