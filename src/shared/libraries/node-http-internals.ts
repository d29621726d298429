import type { Server } from 'node:http';
import { Server as TcpServer } from 'node:net';

// Undocumented parts of Node's HTTP server that we use. The spec beside this file checks each part.

/**
 * Accepts no more connections, but serves the open ones, including idle ones. Resolves when the last one is closed.
 * `close` would close idle connections at once, although the next request may already be on its way.
 */
export function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => TcpServer.prototype.close.call(server, () => resolve()));
}

/** Passes requests without a `Host` to the handler. It is an option of `createServer`, and is read at each request. */
export function acceptMissingHost(server: Server): void {
  Object.assign(server, { requireHostHeader: false });
}
