import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';

/**
 * Reads a body into a parser, as fast as that takes it, until its end or until something fails.
 * A pipeline would destroy the request with the parser, and with it the way on which to answer the caller.
 */
export async function pump(req: IncomingMessage, parser: Writable, failure: Promise<never>): Promise<void> {
  const stop = new AbortController();
  try {
    // One race for the whole body: one for each chunk would keep them all, as long as `failure` is open.
    await Promise.race([feed(req, parser, stop.signal), failure]);
  } finally {
    stop.abort();
  }
}

async function feed(req: IncomingMessage, parser: Writable, signal: AbortSignal): Promise<void> {
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    if (signal.aborted) return;
    if (!parser.write(chunk)) await once(parser, 'drain', { signal });
  }
  // What was given up has no end: that would be one more fault.
  if (signal.aborted) return;
  const finished = once(parser, 'finish', { signal });
  parser.end();
  await finished;
}
