import { connect, type NetConnectOpts, type Socket } from 'node:net';
import type { ServiceClient } from './service-client.js';
import { readServerAddresses } from '../../config/server-addresses.js';

const PROBE_TIMEOUT_MS = 2000;

/** The shortest question of the protocol: whether the server speaks TLS. It takes no login, and any answer will do. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** At a Unix socket, where TCP would wait: nobody takes what is in the queue. */
const QUEUE_IS_FULL = 'EAGAIN';

/** By address. Whoever asks meanwhile gets the same answer. */
const asking = new Map<string, Promise<boolean>>();

/** Whether the server of a connection answers others. A pooler answers for itself, so the server behind it is asked, too. */
export async function isServerAnswering(
  client: ServiceClient,
  stream: Socket,
  directUrl: string,
): Promise<boolean> {
  const near = ask(addressOf(client, stream));
  if (!client.isPooled) return near;
  const far = readServerAddresses(directUrl)!.servers.map(ask);
  return (await near) && (await Promise.all(far)).includes(true);
}

function addressOf({ host, port }: ServiceClient, { remoteAddress, remotePort }: Socket): NetConnectOpts {
  if (host.startsWith('/')) return { path: `${host}/.s.PGSQL.${port}` };
  return { host: remoteAddress, port: remotePort! };
}

function ask(address: NetConnectOpts): Promise<boolean> {
  const key = JSON.stringify(address);
  const asked = asking.get(key) ?? probe(address).finally(() => asking.delete(key));
  asking.set(key, asked);
  return asked;
}

/** A refusal is an answer: what was lost with the server is told by its connections themselves. */
function probe(address: NetConnectOpts): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address, () => socket.write(SSL_REQUEST));
    const end = (isThere: boolean) => {
      clearTimeout(timeout);
      socket.destroy();
      resolve(isThere);
    };
    const timeout = setTimeout(() => end(false), PROBE_TIMEOUT_MS);
    socket
      .once('data', () => end(true))
      .once('error', ({ code }: NodeJS.ErrnoException) => end(code !== QUEUE_IS_FULL))
      .once('end', () => end(true));
  });
}
