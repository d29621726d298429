import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { UnitOfWork } from '../../database/transactions/unit-of-work.js';
import { assertIdempotencyKey } from '../../idempotency/idempotency-key.js';
import { IdempotencyStore, type StoredResponse } from '../../idempotency/idempotency-store.js';
import { requestFingerprint } from '../../idempotency/request-fingerprint.js';
import { Existing } from '../../answers/existing.js';
import { BatchResults } from '../../batches/batch-results.js';
import { HttpResult } from '../answers/json-adapter.js';
import { batchView } from '../batches/batch-view.js';
import '../server/request.js';

/** Runs a changing operation in one transaction, and answers a repeat with the answer to the first request. */
@Injectable()
export class WriteInterceptor implements NestInterceptor {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly store: IdempotencyStore,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const req = context.switchToHttp().getRequest<Request>();
    const res = context.switchToHttp().getResponse<Response>();
    const handle = async () => {
      const result = await lastValueFrom<unknown>(next.handle());
      return result instanceof BatchResults ? batchView(result as BatchResults<object>, req.id) : result;
    };
    const key = req.method === 'POST' ? req.get('idempotency-key') : undefined;
    if (key === undefined) return from(this.unitOfWork.run(handle));
    assertIdempotencyKey(key);
    return from(this.unitOfWork.run(() => this.handleOnce(key, req, res, handle)));
  }

  private async handleOnce(
    key: string,
    req: Request,
    res: Response,
    handle: () => Promise<unknown>,
  ): Promise<HttpResult> {
    const fingerprint = requestFingerprint(req.method, req.originalUrl, req.rawBody);
    const request = { key, fingerprint, keyId: req.caller!.keyId };
    const earlier = await this.store.claim(request);
    const response = earlier ?? responseOf(await handle(), res);
    if (earlier) res.setHeader('Idempotency-Replayed', 'true');
    else await this.store.save(request, response);
    res.type('json');
    return new HttpResult(response.status, response.body);
  }
}

function responseOf(result: unknown, res: Response): StoredResponse {
  if (result instanceof Existing) return { status: 200, body: JSON.stringify(result.record) };
  return { status: res.statusCode, body: JSON.stringify(result) };
}
