import type { IncomingMessage } from 'node:http';
import { DomainError } from '../kernel/errors.js';

/** The body as it came; what is too large is refused as soon as that is known, and not read any further. */
export async function readBytes(req: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > limit) throw tooLarge(limit);
  }
  return Buffer.concat(chunks);
}

function tooLarge(limit: number): DomainError {
  return new DomainError('too_large', 'body_too_large', `The body is larger than ${limit} bytes.`);
}
