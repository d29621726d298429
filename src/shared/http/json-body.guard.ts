import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { InjectSettings } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { DomainError } from '../kernel/errors.js';
import { TAKES_BODY } from './endpoint.js';
import { readBytes } from './read-bytes.js';
import './request.js';

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** Reads JSON bodies: after the caller is known, so that nobody else can make the service read and parse. */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  constructor(@InjectSettings() private readonly settings: Settings) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const req = context.switchToHttp().getRequest<Request>();
    if (!Reflect.getMetadata(TAKES_BODY, context.getHandler()) || !hasBody(req)) return true;
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
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it is not UTF-8';
    throw new DomainError('invalid', 'malformed_json', `The body can't be read as JSON: ${reason}.`);
  }
}
