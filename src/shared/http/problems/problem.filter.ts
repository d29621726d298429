import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { retryAfter, type Failure } from './failure.js';
import { wrongMethodOrPath } from './method-not-allowed.js';
import { failureOf, helpLink, logFailure, problemOf } from './problem.js';
import '../server/request.js';

/** Answers every failure with a problem. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('http');

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const req = http.getRequest<Request>();
    const res = http.getResponse<Response>();
    const found = failureOf(error);
    // Logged even if the caller is gone. An aborted request is not a failure of the service.
    if (error !== req.errored) logFailure(this.logger, error, req.id);
    req.hasFailed = found.status >= 500;
    if (res.headersSent || res.destroyed) return void res.destroy();
    const answered = found.code === 'route_not_found' ? wrongMethodOrPath(req, res) : found;
    setHeaders(answered, req, res);
    res
      .status(answered.status)
      .type('application/problem+json')
      .send(JSON.stringify(problemOf(answered, req.id)));
  }
}

function setHeaders(failure: Failure, req: Request, res: Response): void {
  res.setHeader('Link', helpLink(failure.code));
  if (failure.status === 401)
    res.setHeader('WWW-Authenticate', 'ApiKey realm="foyer", header="x-api-key", Bearer realm="foyer"');
  const seconds = retryAfter(failure);
  if (seconds) res.setHeader('Retry-After', seconds);
  // The rest of a refused body is not read. Without a body, the next request may already have arrived.
  if (!req.complete && hasBody(req)) res.setHeader('Connection', 'close');
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
