import { execFile, execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.mjs';

const run = promisify(execFile);

/** Folder of the newest version's programs in Debian's package. */
const BIN = globSync('/usr/lib/postgresql/*/bin').sort().at(-1) ?? '';

export const hasDebianPostgres = existsSync(join(BIN, 'pg_basebackup'));

/** PostgreSQL refuses to run as root. */
const POSTGRES =
  hasDebianPostgres && process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined;

/** A separate server, for acts that would disturb other tests. Unlike the bundled one, it can be copied. */
export class DebianPostgres {
  private constructor(
    private readonly folder: string,
    readonly port: number,
  ) {}

  static async primary(): Promise<DebianPostgres> {
    const server = await DebianPostgres.create();
    const password = join(server.folder, 'password');
    await writeFile(password, 'secret', { mode: 0o644 });
    await server.program(
      'initdb',
      '-U',
      'foyer',
      '--auth=scram-sha-256',
      `--pwfile=${password}`,
      '--no-sync',
    );
    return server.start();
  }

  async standby(): Promise<DebianPostgres> {
    const standby = await DebianPostgres.create();
    const source = `${this.url}?application_name=standby`;
    await standby.program('pg_basebackup', '-R', '-c', 'fast', '-d', source);
    return standby.start();
  }

  get url(): string {
    return `postgres://foyer:secret@127.0.0.1:${this.port}/postgres`;
  }

  async promote(): Promise<void> {
    await this.program('pg_ctl', '-w', 'promote');
  }

  /** Kills the whole server at once, like a power cut. */
  async kill(): Promise<void> {
    await this.program('pg_ctl', '-m', 'immediate', 'stop').catch(() => undefined);
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true });
  }

  private get data(): string {
    return join(this.folder, 'data');
  }

  private static async create(): Promise<DebianPostgres> {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-server-'));
    await chmod(folder, 0o755);
    if (POSTGRES) await chown(folder, POSTGRES.uid, POSTGRES.gid);
    return new DebianPostgres(folder, await freePort());
  }

  private async start(): Promise<this> {
    const options = `-p ${this.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
    await this.program('pg_ctl', '-w', '-l', join(this.folder, 'log'), '-o', options, 'start');
    return this;
  }

  private async program(name: string, ...args: string[]): Promise<void> {
    await run(join(BIN, name), ['-D', this.data, ...args], POSTGRES);
  }
}

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres']).toString());
}
