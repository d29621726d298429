import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { UnitOfWork } from '../database/unit-of-work.js';
import { IdempotencyStore } from '../idempotency/idempotency-store.js';
import { requestFingerprint } from '../idempotency/request-fingerprint.js';
import { invalid } from '../kernel/errors.js';
import { Existing } from '../kernel/existing.js';
import { HttpResult } from './http-result.js';
import './request.js';

const MAX_KEY_LENGTH = 255;

/** Runs a changing operation in one transaction, and answers a repeat with what the first was answered. */
@Injectable()
export class WriteInterceptor implements NestInterceptor {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly store: IdempotencyStore,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const req = context.switchToHttp().getRequest<Request>();
    const res = context.switchToHttp().getResponse<Response>();
    const handle = () => lastValueFrom<unknown>(next.handle());
    const key = idempotencyKeyOf(req);
    return from(this.unitOfWork.run(() => (key === undefined ? handle() : this.once(key, req, res, handle))));
  }

  private async once(
    key: string,
    req: Request,
    res: Response,
    handle: () => Promise<unknown>,
  ): Promise<HttpResult> {
    const requestHash = requestFingerprint(req.method, req.originalUrl, req.rawBody);
    const earlier = await this.store.claim(key, requestHash);
    const { status, body } = earlier ?? written(await handle(), res);
    if (earlier) res.setHeader('Idempotency-Replayed', 'true');
    else await this.store.keep(key, requestHash, { status, body });
    res.type('json');
    return new HttpResult(status, body);
  }
}

function written(result: unknown, res: Response): { status: number; body: string } {
  if (result instanceof Existing) return { status: 200, body: JSON.stringify(result.record) };
  return { status: res.statusCode, body: JSON.stringify(result) };
}

function idempotencyKeyOf(req: Request): string | undefined {
  const key = req.get('idempotency-key');
  if (key === undefined || req.method !== 'POST') return undefined;
  if (key.length >= 1 && key.length <= MAX_KEY_LENGTH) return key;
  const message = `Idempotency-Key must have 1 to ${MAX_KEY_LENGTH} characters.`;
  throw invalid([{ parameter: 'Idempotency-Key', code: 'wrong_length', message }]);
}
