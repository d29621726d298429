import { Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RateLimits } from '../../auth/rate-limits.js';
import { MAX_BATCH_ITEMS } from '../../batches/batch.dto.js';
import '../server/request.js';

const IS_BATCH = 'foyer:is-batch';

/** Whether the body of the handler is a batch. */
export const IsBatch = (isBatch: boolean): MethodDecorator => SetMetadata(IS_BATCH, isBatch);

/** A batch counts as many requests as it has items. It runs after the body is read; the first one is counted by then. */
@Injectable()
export class BatchItemsGuard implements CanActivate {
  constructor(private readonly limits: RateLimits) {}

  canActivate(context: ExecutionContext): boolean {
    if (!Reflect.getMetadata(IS_BATCH, context.getHandler())) return true;
    const http = context.switchToHttp();
    const req = http.getRequest<Request>();
    const more = itemsIn(req.body) - 1;
    if (more > 0) this.limits.count(req.caller!, http.getResponse<Response>(), more);
    return true;
  }
}

/** A batch with more items than allowed is refused as a whole. */
function itemsIn(body: unknown): number {
  const { items } = (body ?? {}) as { items?: unknown };
  return Array.isArray(items) && items.length <= MAX_BATCH_ITEMS ? items.length : 1;
}
