import type { Server } from 'node:http';
import { Server as TcpServer } from 'node:net';

// What we use of Node's HTTP server besides its documented interface. The spec beside this file checks each part.

/**
 * Takes no more connections, but serves those that are there, idle ones too. Returns when the last one is closed. `close`
 * itself would close idle connections at once, on which the next request may be under way.
 */
export function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => TcpServer.prototype.close.call(server, () => resolve()));
}

/** Lets requests without a `Host` come to the handler. It is an option of `createServer`, and is read at each request. */
export function acceptMissingHost(server: Server): void {
  Object.assign(server, { requireHostHeader: false });
}
