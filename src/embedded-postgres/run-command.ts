import { spawn } from 'node:child_process';
import { reasonOf } from './embedded-database-error.js';

export interface Account {
  uid: number;
  gid: number;
}

export interface CommandResult {
  ok: boolean;
  output: string;
}

interface CommandOptions {
  /** Default: the current user. */
  account?: Account | undefined;
  /** Working directory. Default: the root, because the account may not be able to enter the current folder. */
  folder?: string;
  /** Runs in its own session, which a Ctrl-C in the terminal does not reach. */
  ownSession?: boolean;
}

const PASSED_ON = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'SystemRoot', 'TEMP', 'TMP'];

// PG* variables would change the programs' behaviour, and the programs must not get the service's secrets.
function bareEnvironment(): NodeJS.ProcessEnv {
  const passedOn = PASSED_ON.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(passedOn), LC_ALL: 'C', TZ: 'UTC' };
}

/** Reports a command that cannot be run at all like one that failed. */
export async function runCommand(
  file: string,
  args: string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  try {
    return await collect(file, args, options);
  } catch (error) {
    return { ok: false, output: `cannot run ${file}: ${reasonOf(error)}` };
  }
}

function collect(file: string, args: string[], options: CommandOptions): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      ...options.account,
      cwd: options.folder ?? '/',
      detached: options.ownSession ?? false,
      windowsHide: true,
      env: bareEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const append = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on('data', append);
    child.stderr.on('data', append);
    child.on('error', reject);
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}
