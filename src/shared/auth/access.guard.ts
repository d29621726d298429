import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { currentContext } from '../database/transactions/work-context.js';
import type { Actor } from '../kernel/actor.js';
import { missingScope, unauthenticated } from '../kernel/errors.js';
import { wireId } from '../kernel/ids.js';
import { ANY_KEY, accessOf } from './access.js';
import { ApiKeyCache } from './keys/api-key-cache.js';
import { hasScope, RefusedKey, type Caller } from './keys/caller.js';
import { keySentWith } from './keys/sent-key.js';
import { RateLimits } from './rate-limits.js';
import { RequestTurns, takesTurn } from './request-turns.js';
import { networkPrefixOf } from './client-network.js';

/** Runs before every handler. A handler that does not declare its access is closed to everyone. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly keys: ApiKeyCache,
    private readonly limits: RateLimits,
    private readonly turns: RequestTurns,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const access = accessOf(context.getHandler());
    if (access === 'public') return true;
    if (access === undefined)
      throw new Error(`${context.getHandler().name} does not declare who may call it.`);
    const rule = { access, waits: takesTurn(context.getHandler(), access) };
    const http = context.switchToHttp();
    const req = http.getRequest<Request>();
    const res = http.getResponse<Response>();
    const caller = this.keys.callerOf(keySentWith(req));
    return caller instanceof Promise
      ? caller.then((found) => this.admit(found, rule, req, res))
      : this.admit(caller, rule, req, res);
  }

  private admit(
    caller: Caller | RefusedKey,
    { access, waits }: { access: string; waits: boolean },
    req: Request,
    res: Response,
  ): true | Promise<true> {
    if (caller instanceof RefusedKey) return this.refuse(caller, req);
    req.caller = caller;
    this.limits.count(caller, res);
    if (access !== ANY_KEY && !hasScope(caller, access)) {
      throw missingScope(access);
    }
    const context = currentContext()!;
    context.tenantId = caller.tenantId;
    context.mayUse = (scope) => hasScope(caller, scope);
    context.actor = () => actorOf(caller, req);
    if (!waits) return true;
    return this.turns.take(caller.tenantId, res)?.then(() => true) ?? true;
  }

  private async refuse({ reason }: RefusedKey, req: Request): Promise<never> {
    await this.limits.countUnknownKey(req.ip ?? '');
    throw unauthenticated('key_invalid', reason);
  }
}

function actorOf({ keyId, name }: Caller, { ip = '', id: requestId }: Request): Actor {
  const network = networkPrefixOf(ip);
  return { type: 'api_key', id: wireId('key', keyId), name, network, requestId };
}
