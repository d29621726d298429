import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Node tells of silence after one or two times the time it was given, so it is given a part, and asked again. */
const PARTS = 4;

/** Closes a connection whose reader has taken nothing of its answer for this long: it would hold the answer for ever. */
export function closeStalledReaders(server: Server, timeoutMs: number): void {
  const partMs = timeoutMs / PARTS;
  server.on('request', ({ socket }: IncomingMessage, res: ServerResponse) => {
    let silentParts = 0;
    let toldAt = 0;
    res.setTimeout(partMs, () => {
      const now = performance.now();
      // Where Node took longer, something was read in between.
      const isStillSilent = now - toldAt < 1.5 * partMs;
      toldAt = now;
      silentParts = isStillSilent ? silentParts + 1 : 1;
      // Before the answer has begun, and while all of it so far is taken, it is the service that takes its time.
      if (!res.headersSent || socket.writableLength === 0) silentParts = 0;
      if (silentParts === PARTS) socket.destroy();
      else socket.setTimeout(partMs);
    });
  });
}
