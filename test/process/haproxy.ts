import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/servers/free-port.mjs';
import { cleanUpLater, until } from './support.js';

/** Where Debian's package puts it. */
const PROGRAM = '/usr/sbin/haproxy';

export const hasHaproxy = existsSync(PROGRAM);

/** The defaults are Debian's, and so is what is not said: a server that fails three checks, 2 s apart, gets no requests. */
const configuration = (port: number, statsPort: number, ports: readonly number[]) => `
defaults
  mode http
  timeout connect 5000
  timeout client 50000
  timeout server 50000
frontend foyer
  bind 127.0.0.1:${port}
  default_backend processes
backend processes
  balance roundrobin
  option httpchk GET /health/ready
${ports.map((each) => `  server s${each} 127.0.0.1:${each} check`).join('\n')}
frontend stats
  bind 127.0.0.1:${statsPort}
  stats enable
  stats uri /stats
`;

export interface Haproxy {
  url: string;
  /** Waits until it sends requests to the process on this port, or no more. */
  sees(port: number, state: 'UP' | 'DOWN'): Promise<void>;
}

/** Debian's HAProxy in front of processes on these ports. */
export async function startHaproxy(ports: readonly number[]): Promise<Haproxy> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  const [port, statsPort] = [await freePort(), await freePort()];
  await writeFile(file, configuration(port, statsPort, ports));
  const child = spawn(PROGRAM, ['-f', file, '-db'], { stdio: 'ignore' });
  cleanUpLater(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true });
  });
  const states = async () => (await fetch(`http://127.0.0.1:${statsPort}/stats;csv`)).text();
  return {
    url: `http://127.0.0.1:${port}`,
    sees: async (server, state) => {
      const line = new RegExp(`^processes,s${server},.*,${state},`, 'm');
      await until(async () => line.test(await states().catch(() => '')));
    },
  };
}
