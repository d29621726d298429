import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';

/**
 * Reads a body into a parser, as fast as that takes it, until its end or until something fails.
 * A pipeline would destroy the request with the parser, and with it the way on which to answer the caller.
 */
export async function pump(req: IncomingMessage, parser: Writable, failure: Promise<never>): Promise<void> {
  const chunks = req.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer, undefined>;
  for (;;) {
    const { done, value } = await Promise.race([chunks.next(), failure]);
    if (done) break;
    if (!parser.write(value)) await Promise.race([once(parser, 'drain'), failure]);
  }
  const finished = once(parser, 'finish');
  parser.end();
  await Promise.race([finished, failure]);
}
