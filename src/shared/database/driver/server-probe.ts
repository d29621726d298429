import { connect, type NetConnectOpts, type Socket } from 'node:net';
import type { ServiceClient } from './service-client.js';
import { readServerAddresses } from '../../config/server-addresses.js';

const PROBE_TIMEOUT_MS = 2000;

/** The shortest request of the protocol: does the server support TLS? It needs no login, and any answer will do. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** On a Unix socket, where TCP would wait: nobody accepts the queued connections. */
const QUEUE_IS_FULL = 'EAGAIN';

/** By address. Concurrent callers share one probe. */
const asking = new Map<string, Promise<boolean>>();

/**
 * Whether the server of a connection answers others. A pooler answers for itself, so the server behind it is asked,
 * too.
 */
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

/** A refusal is an answer: connections that were lost with the server report that themselves. */
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
