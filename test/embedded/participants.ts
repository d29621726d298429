import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const EMBEDDED_SERVER = path.resolve('dist/embedded-postgres/embedded-server.js');
const SCRIPT = path.resolve('test/embedded/participant.mjs');

export interface ParticipantOptions {
  modulePath?: string;
  account?: { uid: number; gid: number } | undefined;
  /** In blocks of 512 bytes, for everything the process and its children write. */
  fileSizeLimit?: number;
}

const running = new Set<ChildProcess>();

/** A separate process on the compiled module, as other parts of the service would be. */
export function launchParticipant(dataDir: string, options: ParticipantOptions = {}): ChildProcess {
  const limit = options.fileSizeLimit;
  const child = fork(SCRIPT, [options.modulePath ?? EMBEDDED_SERVER, dataDir], {
    ...options.account,
    ...(limit && {
      execPath: '/bin/sh',
      execArgv: ['-c', `ulimit -f ${limit}; exec "$0" "$@"`, process.execPath],
    }),
    ...(!limit && { execArgv: [] }),
    cwd: '/',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

export async function urlFrom(child: ChildProcess): Promise<string> {
  const answer = await answerFrom(child);
  if (answer.url) return answer.url;
  throw new Error(answer.failure);
}

export async function failureFrom(child: ChildProcess): Promise<string | undefined> {
  return (await answerFrom(child)).failure;
}

async function answerFrom(child: ChildProcess): Promise<{ url?: string; failure?: string }> {
  const early = once(child, 'exit').then(() => [{ failure: 'ended without an answer' }]);
  const [answer] = (await Promise.race([once(child, 'message'), early])) as [{ url?: string }];
  return answer;
}

export async function stopParticipant(child: ChildProcess): Promise<number> {
  const exit = once(child, 'exit');
  child.send('stop');
  const [code] = (await exit) as [number];
  return code;
}

export async function killParticipant(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

export async function killParticipants(): Promise<void> {
  await Promise.all([...running].map(killParticipant));
}
