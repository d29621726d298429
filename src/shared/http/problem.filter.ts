import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { methodsAt } from './route-methods.js';
import { failureOf, problemOf, type Failure } from './problem.js';
import './request.js';

const RETRY_AFTER_SECONDS = '1';

/** The one way out for every failure. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('http');

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const req = http.getRequest<Request>();
    const res = http.getResponse<Response>();
    if (res.headersSent || res.destroyed) return void res.destroy();
    const failure = this.judge(error, req, res);
    if (failure.status >= 500) this.logger.error({ msg: failure.code, requestId: req.id, error });
    res
      .status(failure.status)
      .type('application/problem+json')
      .send(JSON.stringify(problemOf(failure, req.id)));
  }

  private judge(error: unknown, req: Request, res: Response): Failure {
    const failure = failureOf(error);
    if (failure.status === 401) res.setHeader('WWW-Authenticate', 'ApiKey realm="foyer", header="x-api-key"');
    if (failure.status === 503) res.setHeader('Retry-After', RETRY_AFTER_SECONDS);
    // What is left of a body that was refused is not waited for.
    if (!req.complete) res.setHeader('Connection', 'close');
    return failure.code === 'route_not_found' ? wrongMethodOrPath(req, res) : failure;
  }
}

function wrongMethodOrPath(req: Request, res: Response): Failure {
  const allowed = methodsAt(req.app, req.path);
  if (allowed.length === 0) {
    return { status: 404, code: 'route_not_found', detail: `There is nothing at ${req.path}.`, errors: [] };
  }
  res.setHeader('Allow', allowed.join(', '));
  const detail = `${req.path} does not take ${req.method}; it takes ${allowed.join(', ')}.`;
  return { status: 405, code: 'method_not_allowed', detail, errors: [] };
}
