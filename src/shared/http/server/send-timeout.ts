import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * Node reports silence after one to two times the timeout, so the timeout is split into parts that are set one by one.
 */
const PARTS = 4;

/** Closes a connection whose reader has read nothing of its answer for this long: it would hold the answer forever. */
export function closeStalledReaders(server: Server, timeoutMs: number): void {
  const partMs = timeoutMs / PARTS;
  server.on('request', ({ socket }: IncomingMessage, res: ServerResponse) => {
    let silentParts = 0;
    let toldAt = 0;
    res.setTimeout(partMs, () => {
      const now = performance.now();
      // If Node took longer, something was read in between.
      const isStillSilent = now - toldAt < 1.5 * partMs;
      toldAt = now;
      silentParts = isStillSilent ? silentParts + 1 : 1;
      // Before the answer has begun, and while everything sent so far is read, the service is the slow side.
      if (!res.headersSent || socket.writableLength === 0) silentParts = 0;
      if (silentParts === PARTS) socket.destroy();
      else socket.setTimeout(partMs);
    });
  });
}
