import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

const READY_WITHIN_MS = 60_000;
const LAST_LINES = 5;

export interface Server {
  name: string;
  pid: number;
  url: string;
  /** URL of the site, if the process serves one. */
  siteUrl: string | undefined;
  /** URL of the console, if the process serves one. */
  consoleUrl: string | undefined;
  /** Its last warnings or errors, for the report of a failure. */
  lastWords(): Promise<string>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

interface Program {
  name: string;
  args: string[];
  env: Record<string, string>;
  /** Receives the output: a file costs the bench nothing during the measurement. */
  logFile: string;
  cwd?: string;
  /** Finds the address in the output of a program with its own format; the first group is host and port. */
  listensAt?: RegExp;
}

/** Runs Node on a program that prints its address, by default in a JSON line with `url`. */
export async function startServer({ name, args, env, logFile, cwd, listensAt }: Program): Promise<Server> {
  const log = await open(logFile, 'w');
  const child = spawn(process.execPath, args, {
    cwd,
    // Nothing else from the environment: a LOG_LEVEL or NODE_OPTIONS would affect the measurement.
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  try {
    const { url, site: siteUrl, console: consoleUrl } = await addressesIn(logFile, child, listensAt);
    return {
      name,
      pid: child.pid!,
      url,
      siteUrl,
      consoleUrl,
      lastWords: () => lastLines(logFile),
      stop: () => end(child, 'SIGTERM'),
      kill: () => end(child, 'SIGKILL'),
    };
  } catch (error) {
    await end(child, 'SIGTERM');
    throw error;
  }
}

interface Addresses {
  url: string;
  site?: string;
  console?: string;
}

async function addressesIn(
  logFile: string,
  child: ChildProcess,
  listensAt: RegExp | undefined,
): Promise<Addresses> {
  const deadline = Date.now() + READY_WITHIN_MS;
  for (;;) {
    const text = await readFile(logFile, 'utf8');
    const line = /^\{.*"url":"http[^"]+".*\}$/m.exec(text)?.[0];
    if (line) return JSON.parse(line) as Addresses;
    const address = listensAt?.exec(text)?.[1];
    if (address) return { url: `http://${address}` };
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`The process did not start:\n${text}`);
    await wait(50);
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}

// Ignores level 30, pino's `info`, of successful requests.
async function lastLines(file: string): Promise<string> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const telling = lines.filter((line) => !line.startsWith('{"level":30') || /"status":[45]/.test(line));
  return telling.slice(-LAST_LINES).join('\n');
}
