import type { IncomingMessage } from 'node:http';
import { bodyTooLarge } from '../problems/too-large.js';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { InjectSettings } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { DomainError } from '../../kernel/errors.js';
import { TAKES_BODY } from './endpoint.js';
import { placeOfFault } from './json-fault.js';
import '../server/request.js';

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** Reads JSON bodies. It runs after the guard of the key: the service reads and parses nothing for unknown callers. */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  constructor(@InjectSettings() private readonly settings: Settings) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const req = context.switchToHttp().getRequest<Request>();
    if (!hasBody(req) || !Reflect.getMetadata(TAKES_BODY, context.getHandler())) return true;
    return this.read(req);
  }

  private async read(req: Request): Promise<true> {
    assertJson(req);
    req.rawBody = await readBytes(req, this.settings.BODY_LIMIT);
    req.body = parse(req.rawBody);
    return true;
  }
}

function hasBody(req: Request): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

function assertJson(req: Request): void {
  const type = req.get('content-type');
  const encoding = req.get('content-encoding');
  if (JSON_TYPE.test(type ?? '') && (encoding === undefined || encoding === 'identity')) return;
  const given = [type, encoding].filter(Boolean).join(', ');
  const detail = `The body must be application/json in UTF-8, uncompressed${given ? `, not ${given}` : ''}.`;
  throw new DomainError('unsupported_media', 'unsupported_media_type', detail);
}

function parse(bytes: Buffer): unknown {
  const text = textOf(bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw malformed(`syntax error at ${placeOfFault(text)}`);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw malformed('it is not UTF-8');
  }
}

function malformed(reason: string): DomainError {
  return new DomainError('invalid', 'malformed_json', `The body can't be read as JSON: ${reason}.`);
}

/**
 * The bytes of the body. A body that is too large is refused as soon as that is known, and not read further. Uses
 * events: an iterator over the request took 3 % of a write.
 */
function readBytes(req: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > limit) throw bodyTooLarge(limit);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const refuseUnfinished = () => reject(req.errored ?? new Error('The body is incomplete.'));
    // The caller left during the key lookup: no event will follow.
    if (req.destroyed) return refuseUnfinished();
    req.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= limit) return;
      req.pause();
      reject(bodyTooLarge(limit));
    });
    req.on('end', () => resolve(Buffer.concat(chunks.splice(0))));
    req.on('error', reject);
    req.on('close', () => req.readableEnded || refuseUnfinished());
  });
}
