import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SETTINGS } from '../../src/shared/config/settings.js';
import { pooled } from '../support/database/test-database.js';
import { cleanUpLater } from './clean-up.js';

export { cleanUp, cleanUpLater, freshDatabase } from './clean-up.js';
export {
  filledDataDir,
  killServer,
  newDataDir,
  postmasterPid,
  query,
  removeTemplates,
} from '../embedded/data-folders.js';
export { until } from '../support/until.js';

export const KEY = 'process-tests-have-this-key';

export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A real process with all that it has printed so far. */
export interface Run {
  child: ChildProcess;
  /** The working folder. The process prints paths inside it without its name. */
  folder: string;
  readonly stdout: string;
  readonly stderr: string;
  ended: Promise<Ending>;
  /** The first match in the standard output, now or later. */
  prints(pattern: RegExp): Promise<RegExpExecArray>;
}

/** A running service. */
export interface Instance extends Run {
  url: string;
  /** Of the site, where the process logs it. */
  siteUrl: string | undefined;
  key: string;
  get(path: string, key?: string): Promise<Response>;
  send(method: string, path: string, body: object): Promise<Response>;
  stop(signal?: NodeJS.Signals): Promise<Ending>;
}

export type Environment = Record<string, string>;

type RunOptions = Pick<SpawnOptions, 'detached'> & { cwd?: string };

export function run(command: string[], environment: Environment, options: RunOptions = {}): Run {
  const [file = '', ...args] = command;
  const child = spawn(file, args, {
    ...options,
    env: { ...ownEnvironment(), ...throughPooler(environment) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close').then(([code, signal]): Ending => ({ code, signal }));
  cleanUpLater(() => {
    child.kill('SIGKILL');
    if (options.detached) killGroup(child.pid!);
    return ended;
  });
  return watched(child, ended, path.resolve(options.cwd ?? '.'));
}

/** The group may outlive the process that it is named after. */
function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // all of it has ended
  }
}

// What the person who runs the tests has set for their own service must not reach these.
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !(name in SETTINGS)));
}

/** A test that is about the server itself sets DATABASE_DIRECT_URL, if only to nothing. */
function throughPooler({ DATABASE_URL, ...others }: Environment): Environment {
  if (!DATABASE_URL) return others;
  if ('DATABASE_DIRECT_URL' in others) return { DATABASE_URL, ...others };
  const url = pooled(DATABASE_URL);
  const direct: Environment = url === DATABASE_URL ? {} : { DATABASE_DIRECT_URL: DATABASE_URL };
  return { ...direct, ...others, DATABASE_URL: url };
}

function watched(child: ChildProcess, ended: Promise<Ending>, folder: string): Run {
  const texts = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (texts.stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (texts.stderr += chunk.toString()));
  const prints = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const match = pattern.exec(texts.stdout);
      if (match) return match;
      const over = await Promise.race([
        once(child.stdout!, 'data').then(() => false),
        ended.then(() => true),
      ]);
      if (over && !pattern.test(texts.stdout)) throw new Error(`Ended before ${pattern}: ${texts.stderr}`);
    }
  };
  return {
    child,
    folder,
    ended,
    prints,
    get stdout() {
      return texts.stdout;
    },
    get stderr() {
      return texts.stderr;
    },
  };
}

/**
 * A busy machine takes its time to open connections, and no test has a load balancer that must notice its end; tests of
 * these times set their own.
 */
export const PATIENT = {
  ...{ PORT: '0', DATABASE_WAIT_MS: '20000', SHUTDOWN_DELAY_MS: '0' },
  // No name server is there: whoever needs one starts it.
  ...{ DNS_SERVERS: '127.0.0.1:9' },
};

/** The build in this folder, or the one of this tree. */
export function launch(environment: Environment, folder = '.'): Run {
  return run([process.execPath, path.resolve(folder, 'dist/main.js')], { ...PATIENT, ...environment });
}

export function cli(words: string[], environment: Environment): Run {
  return run([process.execPath, path.resolve('dist/cli.js'), ...words], environment);
}

/** On the embedded server it makes its own key, else it is given one. */
export async function start(environment: Environment): Promise<Instance> {
  const key: Environment = environment.DATABASE_URL ? { API_KEY: KEY } : {};
  return ready(launch({ ...key, ...environment }));
}

export async function ready(process: Run): Promise<Instance> {
  const [, printed, logged] = await process.prints(/Docs +(http\S+)\/docs[^]*\n\n|"url":"(http[^"]+)"/);
  const url = (printed ?? logged)!;
  const keyFile = /API key +in (\S+)/.exec(process.stdout)?.[1];
  const key = keyFile ? (await readFile(path.resolve(process.folder, keyFile), 'utf8')).trim() : KEY;
  return Object.assign(process, {
    url,
    siteUrl: /"site":"(http[^"]+)"/.exec(process.stdout)?.[1],
    key,
    get: (path: string, as = key) => fetch(url + path, { headers: { 'x-api-key': as } }),
    send: (method: string, path: string, body: object) =>
      fetch(url + path, {
        method,
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    stop: (signal: NodeJS.Signals = 'SIGTERM') => {
      process.child.kill(signal);
      return process.ended;
    },
  });
}
