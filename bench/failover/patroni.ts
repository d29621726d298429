import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmod, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { globSync, openSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Cleanup } from '../setup/cleanup.ts';

const run = promisify(execFile);

const MEMBERS = ['a', 'b', 'c'];
const PASSWORD = 'failover';
const READY_WITHIN_MS = 120_000;
const POLL_MS = 200;

/** How soon the other servers notice that the primary is gone, in seconds. */
const TIMES = { ttl: 8, loop_wait: 2, retry_timeout: 3 };

interface Member {
  name: string;
  folder: string;
  port: number;
  restPort: number;
  agent?: ChildProcess;
}

interface ClusterView {
  members: { name: string; role: string; state: string }[];
}

/** Debian's Patroni and etcd: three PostgreSQL servers on loopback with synchronous replication; one is the primary. */
export class Patroni {
  private readonly members: Member[] = [];
  private readonly folder: string;
  private readonly etcdPort: number;

  private constructor(folder: string, etcdPort: number) {
    this.folder = folder;
    this.etcdPort = etcdPort;
  }

  static async start(tempDir: string, cleanup: Cleanup): Promise<Patroni> {
    const folder = join(tempDir, 'patroni');
    await chmod(tempDir, 0o755);
    await makeFolder(folder);
    const [etcdPort = 0, peerPort = 0] = await freePorts(2);
    const cluster = new Patroni(folder, etcdPort);
    cleanup.add(() => cluster.stop());
    cluster.startEtcd(peerPort, cleanup);
    const ports = await freePorts(2 * MEMBERS.length);
    for (const [index, name] of MEMBERS.entries()) {
      const member = {
        name,
        folder: join(folder, name),
        port: ports[2 * index]!,
        restPort: ports[2 * index + 1]!,
      };
      cluster.members.push(member);
      await makeFolder(member.folder);
      await writeFile(join(member.folder, 'patroni.yml'), JSON.stringify(cluster.configurationOf(member)));
      cluster.startAgent(member);
    }
    await cluster.whole();
    return cluster;
  }

  get url(): string {
    const servers = this.members.map(({ port }) => `127.0.0.1:${port}`).join(',');
    return `postgresql://postgres:${PASSWORD}@${servers}/postgres?target_session_attrs=read-write`;
  }

  /** URL of the primary alone, once there is one. */
  async primaryUrl(): Promise<string> {
    const { port } = await this.primary();
    return `postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  }

  /** Kills the server and its agent at once, like a lost machine. Returns a function that restarts them. */
  async killPrimary(): Promise<() => void> {
    const member = await this.primary();
    await kill(member);
    return () => this.startAgent(member);
  }

  /** Waits for one primary, one synchronous standby and one other standby. */
  async whole(): Promise<void> {
    const isWhole = ({ members }: ClusterView) =>
      members.length === MEMBERS.length &&
      members.every(({ state }) => state === 'running' || state === 'streaming') &&
      ['leader', 'sync_standby'].every((role) => members.some((member) => member.role === role));
    await this.until(isWhole);
  }

  private async primary(): Promise<Member> {
    const view = await this.until(({ members }) => members.some(isLeader));
    const { name } = view.members.find(isLeader)!;
    return this.members.find((member) => member.name === name)!;
  }

  private async until(test: (view: ClusterView) => boolean): Promise<ClusterView> {
    for (const end = Date.now() + READY_WITHIN_MS; Date.now() < end; await wait(POLL_MS)) {
      for (const { restPort } of this.members) {
        const view = await fetch(`http://127.0.0.1:${restPort}/cluster`, {
          signal: AbortSignal.timeout(2000),
        })
          .then((answer) => answer.json() as Promise<ClusterView>)
          .catch(() => undefined);
        if (view?.members && test(view)) return view;
      }
    }
    const logs = await Promise.all(this.members.map(({ folder }) => readFile(join(folder, 'log'), 'utf8')));
    throw new Error(`The cluster did not start:\n${logs.map((log) => log.slice(-1000)).join('\n')}`);
  }

  private startEtcd(peerPort: number, cleanup: Cleanup): void {
    const [client, peer] = [this.etcdPort, peerPort].map((port) => `http://127.0.0.1:${port}`);
    const urls = [
      ...['--listen-client-urls', client!, '--advertise-client-urls', client!],
      ...['--listen-peer-urls', peer!, '--initial-advertise-peer-urls', peer!],
      ...['--initial-cluster', `default=${peer}`],
    ];
    const etcd = asPostgres(
      ['etcd', '--data-dir', join(this.folder, 'etcd'), ...urls],
      join(this.folder, 'etcd.log'),
    );
    cleanup.add(async () => killTrees(etcd.pid));
  }

  private startAgent(member: Member): void {
    member.agent = asPostgres(['patroni', join(member.folder, 'patroni.yml')], join(member.folder, 'log'));
  }

  private async stop(): Promise<void> {
    for (const member of this.members) await kill(member);
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private configurationOf({ name, folder, port, restPort }: Member): object {
    const rest = `127.0.0.1:${restPort}`;
    const account = (username: string) => ({ username, password: PASSWORD });
    return {
      ...{ scope: 'foyer', name, restapi: { listen: rest, connect_address: rest } },
      etcd3: { host: `127.0.0.1:${this.etcdPort}` },
      bootstrap: {
        dcs: { ...TIMES, synchronous_mode: true, postgresql: { use_pg_rewind: true } },
        initdb: [{ encoding: 'UTF8' }, { auth: 'scram-sha-256' }, 'no-sync'],
      },
      postgresql: {
        listen: `127.0.0.1:${port}`,
        connect_address: `127.0.0.1:${port}`,
        data_dir: join(folder, 'data'),
        bin_dir: globSync('/usr/lib/postgresql/*/bin').sort().at(-1),
        pgpass: join(folder, 'pgpass'),
        authentication: {
          superuser: account('postgres'),
          replication: account('replicator'),
          rewind: account('rewind'),
        },
        // The data need not survive a power cut: only processes are killed.
        parameters: { unix_socket_directories: folder, max_connections: 100, fsync: 'off' },
        pg_hba: [
          'local all all trust',
          'host all all 127.0.0.1/32 scram-sha-256',
          'host replication all 127.0.0.1/32 scram-sha-256',
        ],
      },
    };
  }
}

const isLeader = ({ role, state }: ClusterView['members'][number]) =>
  role === 'leader' && state === 'running';

async function kill({ folder, agent }: Member): Promise<void> {
  const readPid = async () => {
    const text = await readFile(join(folder, 'data/postmaster.pid'), 'utf8').catch(() => '');
    return Number(text.split('\n')[0]);
  };
  killTrees(agent?.pid, await readPid());
  // The agent may have just started one.
  await wait(POLL_MS);
  killTrees(await readPid());
}

/** Kills processes and all their children at once. */
function killTrees(...roots: (number | undefined)[]): void {
  const processes = execFileSync('ps', ['-eo', 'pid=,ppid=']).toString().trim().split('\n');
  const parents = processes.map((line) => line.trim().split(/ +/).map(Number) as [number, number]);
  const doomed = roots.filter(
    (pid) => pid !== undefined && parents.some(([known]) => known === pid),
  ) as number[];
  for (const pid of doomed)
    doomed.push(...parents.filter(([, parent]) => parent === pid).map(([child]) => child));
  for (const pid of doomed) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it has ended already
    }
  }
}

/** PostgreSQL refuses to run as root. */
function asPostgres(command: string[], logFile: string): ChildProcess {
  const log = openSync(logFile, 'a');
  const words = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command;
  // etcd does not count ARM as supported yet.
  const env = {
    PATH: process.env['PATH'],
    LANG: 'C.UTF-8',
    ...(process.arch === 'arm64' && { ETCD_UNSUPPORTED_ARCH: 'arm64' }),
  };
  return spawn(words[0]!, words.slice(1), { env, stdio: ['ignore', log, log] });
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o755 });
  if (process.getuid?.() !== 0) return;
  const [user, group] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres'])));
  await chown(folder, Number(user!.stdout), Number(group!.stdout));
}

/** All ports are open at once, so that no port is returned twice. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
