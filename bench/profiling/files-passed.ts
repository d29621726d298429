import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { Cleanup } from '../setup/cleanup.ts';
import { Inspector, type ScriptCoverage } from './inspector.ts';
import { PAGE, post, send } from '../setup/posts.ts';
import { startFoyer, type Surroundings, type Target } from '../setup/servers.ts';
import { table } from '../measuring/table.ts';
import { visitorOperations } from './visitor-operations.ts';

const OWN = new URL('../../dist/', import.meta.url).href;

const WARM_UP = 2;
/** Several rounds exclude files that only a timer uses by chance. */
const ROUNDS = 3;
/** Work after the response belongs to the operation: the log line, the metrics. */
const AFTERMATH_MS = 50;

/** A GIF of one pixel. */
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAExpccAgECH5BAUAAAAALAAAAAABAAEAAAICTAEAOw==', 'base64');

type Operations = Record<string, () => Promise<unknown>>;

/** Counts the service's own files that take part in an operation: those in which a function is called. */
export async function measureFilesPassed(
  place: Surroundings,
  isVerbose: boolean,
  cleanup: Cleanup,
): Promise<string> {
  // The first start creates the schema; it is not measured.
  const first = await startFoyer(place);
  await first.stop();
  const [foyer, inspector] = await start(place);
  cleanup.add(() => foyer.stop());
  cleanup.add(async () => inspector.close());
  const passed = new Map([['start', await inspector.takeCoverage().then(filesIn)]]);
  for (const [name, act] of Object.entries(await operationsOn(foyer, place.databaseUrl, cleanup)))
    passed.set(name, await filesOf(act, inspector));
  return isVerbose ? lists(passed) : counts(passed);
}

function start(place: Surroundings): Promise<[Target, Inspector]> {
  const logName = 'inspected';
  const foyer = startFoyer({
    ...place,
    logName,
    nodeArgs: ['--inspect-wait=127.0.0.1:0'],
    env: { DATA_DIR: join(place.tempDir, 'files'), WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' },
  });
  return Promise.all([foyer, Inspector.attach(join(place.tempDir, `${logName}.log`))]);
}

async function operationsOn(foyer: Target, databaseUrl: string, cleanup: Cleanup): Promise<Operations> {
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  cleanup.add(() => database.end());
  const { pageId } = await post(foyer, '/v0/pages', PAGE);
  const { audienceId } = await post(foyer, `/v0/pages/${pageId}/audiences`, {});
  const audience = `/v0/pages/${pageId}/audiences/${audienceId}`;
  const delivered = await subscribe(foyer, database, cleanup);
  let changes = 0;
  return {
    'PATCH audience': () => send(foyer, 'PATCH', audience, { supplementaryContext: `Change ${++changes}` }),
    'POST asset': () => upload(foyer),
    'POST version, until delivered': async () => {
      await post(foyer, `${audience}/versions`, {});
      await delivered();
    },
    ...(await visitorOperations(foyer, database)),
  };
}

async function upload({ url, headers }: Target): Promise<void> {
  const body = new FormData();
  body.append('name', 'Picture');
  body.append('type', 'image');
  body.append('file', new Blob([PICTURE]), 'picture.png');
  const answer = await fetch(`${url}/v0/assets`, { method: 'POST', headers, body });
  if (answer.status !== 201) throw new Error(`An upload returned ${answer.status}: ${await answer.text()}`);
}

/** Answers a function that waits until one more version is published, its event delivered, and that written down. */
async function subscribe(foyer: Target, database: Client, cleanup: Cleanup): Promise<() => Promise<void>> {
  const receiver = createServer((req, res) => req.resume().on('end', () => res.writeHead(204).end()));
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  cleanup.add(async () => void receiver.close());
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  await post(foyer, '/v0/webhook_subscriptions', { url, events: ['page.version.published'] });
  let expected = 0;
  return async () => {
    expected++;
    const count = `select from webhook_delivery where status = 'delivered'`;
    while ((await database.query(count)).rowCount! < expected) await wait(5);
  };
}

async function filesOf(act: () => Promise<unknown>, inspector: Inspector): Promise<Set<string>> {
  for (let time = 0; time < WARM_UP; time++) await act();
  const rounds: Set<string>[] = [];
  while (rounds.length < ROUNDS) {
    await inspector.takeCoverage();
    await act();
    await wait(AFTERMATH_MS);
    rounds.push(filesIn(await inspector.takeCoverage()));
  }
  const [first, ...others] = rounds;
  return new Set([...first!].filter((file) => others.every((round) => round.has(file))));
}

function filesIn(coverage: readonly ScriptCoverage[]): Set<string> {
  const own = coverage.filter(({ url, functions }) => url.startsWith(OWN) && functions.some(isCalled));
  return new Set(own.map(({ url }) => url.slice(OWN.length)));
}

/** Ignores code that runs when a file is loaded, and helpers of the compiler (`__decorate`): all files have these. */
function isCalled({ functionName, ranges: [all] }: ScriptCoverage['functions'][number]): boolean {
  const isModule = functionName === '' && all!.startOffset === 0;
  return all!.count > 0 && !isModule && !functionName.startsWith('__');
}

function counts(passed: ReadonlyMap<string, Set<string>>): string {
  return table([
    ['operation', 'own files'],
    ...[...passed].map(([name, files]) => [name, String(files.size)]),
  ]);
}

function lists(passed: ReadonlyMap<string, Set<string>>): string {
  return [...passed]
    .map(([name, files]) => [`${name}: ${files.size}`, ...[...files].sort()].join('\n  '))
    .join('\n');
}
