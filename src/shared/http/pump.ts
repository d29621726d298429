import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';

/**
 * Reads a body into a parser, as fast as that takes it, until its end or until something fails.
 * A pipeline would destroy the request with the parser, and with it the way on which to answer the caller.
 */
export async function pump(req: IncomingMessage, parser: Writable, failure: Promise<never>): Promise<void> {
<<<<<<< HEAD
  const chunks = req.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, undefined>;
  for (;;) {
    const { done, value }: IteratorResult<Buffer, undefined> = await Promise.race([chunks.next(), failure]);
    if (done) break;
    if (!parser.write(value)) await Promise.race([once(parser, 'drain'), failure]);
=======
  const stop = new AbortController();
  try {
    // One race for the whole body: one for each chunk would keep them all, as long as `failure` is open.
    await Promise.race([feed(req, parser, stop.signal), failure]);
  } finally {
    stop.abort();
>>>>>>> 2a8ad0669590076e4e741d1e68a1beef5495eff8
  }
}

async function feed(req: IncomingMessage, parser: Writable, signal: AbortSignal): Promise<void> {
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    if (signal.aborted) return;
    if (!parser.write(chunk)) await once(parser, 'drain', { signal });
  }
  const finished = once(parser, 'finish', { signal });
  parser.end();
  await finished;
}
