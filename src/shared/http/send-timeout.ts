import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Closes a connection whose reader has taken nothing of its answer for this long: it would hold the answer for ever. */
export function closeStalledReaders(server: Server, timeoutMs: number): void {
  server.on('request', ({ socket }: IncomingMessage, res: ServerResponse) => {
    res.setTimeout(timeoutMs, () => closeIfAnswering(socket, res, timeoutMs));
  });
}

function closeIfAnswering(socket: Socket, { headersSent }: ServerResponse, timeoutMs: number): void {
  if (headersSent) socket.destroy();
  // The answer has not begun: it is the service that takes its time.
  else socket.setTimeout(timeoutMs);
}
