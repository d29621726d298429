import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { currentContext } from '../database/work-context.js';
import { DomainError } from '../kernel/errors.js';
import { accessOf } from './access.js';
import { hasScope, type Caller } from './caller.js';
import { ApiKeyCache } from './api-key-cache.js';

/** Stands before every handler. One that does not say who may call it is closed to all. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly keys: ApiKeyCache) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const access = accessOf(context.getHandler());
    if (access === 'public') return true;
    if (access === undefined) throw new Error(`${context.getHandler().name} does not say who may call it.`);
    const req = context.switchToHttp().getRequest<Request>();
    const key = req.get('x-api-key');
    if (key === undefined) throw unauthenticated('key_missing', 'Send an API key in the header x-api-key.');
    const caller = this.keys.callerOf(key);
    return caller instanceof Promise
      ? caller.then((found) => admit(found, access, req))
      : admit(caller, access, req);
  }
}

function admit(caller: Caller | undefined, access: string, req: Request): true {
  if (!caller) throw unauthenticated('key_invalid', 'This API key is unknown, expired or revoked.');
  req.caller = caller;
  if (!hasScope(caller, access)) {
    throw new DomainError('forbidden', 'missing_scope', `This key lacks the scope ${access}.`);
  }
  currentContext()!.tenantId = caller.tenantId;
  return true;
}

function unauthenticated(code: string, detail: string): DomainError {
  return new DomainError('unauthenticated', code, detail);
}
