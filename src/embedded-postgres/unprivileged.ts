import { readFile } from 'node:fs/promises';
import { type Account, runCommand } from './run-command.js';

const USUAL_NOBODY: Account = { uid: 65534, gid: 65534 };

export function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

/** PostgreSQL refuses to run as root, so root runs it as `nobody`; all other users run it as themselves. */
export async function unprivilegedAccount(): Promise<Account | undefined> {
  if (!isRoot()) return undefined;
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const nobody = /^nobody:[^:]*:(\d+):(\d+):/m.exec(users);
  return nobody ? { uid: Number(nobody[1]), gid: Number(nobody[2]) } : USUAL_NOBODY;
}

// Permission bits alone are not enough: every parent folder, ACLs and mount options count too.
export function canEnter(folder: string, account: Account | undefined): Promise<boolean> {
  return succeeds('cd "$1"', [folder], account);
}

export function canRunAndRead(program: string, file: string, account: Account): Promise<boolean> {
  return succeeds('"$1" --version && test -r "$2"', [program, file], account);
}

/**
 * False only if the process certainly works outside the folder. The check runs as the account that the process
 * would belong to, because root in a container may not have access.
 */
export async function worksInside(
  pid: number,
  folder: string,
  account: Account | undefined,
): Promise<boolean> {
  const script = 'test "/proc/$1/cwd" -ef "$2" && echo inside || echo elsewhere';
  const { output } = await runScript(script, [String(pid), folder], account);
  return output.trim() !== 'elsewhere';
}

async function succeeds(script: string, args: string[], account: Account | undefined): Promise<boolean> {
  if (process.platform === 'win32') return true;
  return (await runScript(script, args, account)).ok;
}

function runScript(script: string, args: string[], account: Account | undefined) {
  return runCommand('/bin/sh', ['-c', script, 'sh', ...args], { account });
}
