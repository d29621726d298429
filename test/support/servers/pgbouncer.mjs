import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.mjs';

/** Path of the program in Debian's package. */
const PROGRAM = '/usr/sbin/pgbouncer';

export const hasPgBouncer = existsSync(PROGRAM);

/** Debian's PgBouncer in front of all databases of a server. Other settings are Debian's defaults. */
export async function startPgBouncer(serverUrl, mode, settings = '') {
  const server = new URL(serverUrl);
  const folder = await mkdtemp(join(tmpdir(), 'foyer-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const userList = join(folder, 'userlist.txt');
  const account = [server.username, server.password].map((text) => `"${decodeURIComponent(text)}"`).join(' ');
  await writeFile(userList, `${account}\n`, { mode: 0o644 });
  const configuration = join(folder, 'pgbouncer.ini');
  await writeFile(
    configuration,
    `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = md5
auth_file = ${userList}
pool_mode = ${mode}
${settings}
`,
  );
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(PROGRAM, ['-q', ...user, configuration], { stdio: 'ignore' });
  const url = new URL(serverUrl);
  url.port = String(port);
  await listening(port);
  return {
    url: url.href,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

async function listening(port) {
  for (let tries = 0; tries < 100; tries++) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await wait(50);
  }
  throw new Error('PgBouncer does not start.');
}
