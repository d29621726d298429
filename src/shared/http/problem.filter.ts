import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { methodsAt } from './route-methods.js';
import { failure, failureOf, problemOf, type Failure } from './problem.js';
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
    const found = failureOf(error);
    // Whether or not there is anybody left to answer; that the caller broke off is no failure of ours.
    if (found.status >= 500 && error !== req.errored)
      this.logger.error({ msg: found.code, requestId: req.id, error });
    if (res.headersSent || res.destroyed) return void res.destroy();
    const judged = this.judge(found, req, res);
    res
      .status(judged.status)
      .type('application/problem+json')
      .send(JSON.stringify(problemOf(judged, req.id)));
  }

  private judge(found: Failure, req: Request, res: Response): Failure {
    if (found.status === 401) res.setHeader('WWW-Authenticate', 'ApiKey realm="foyer", header="x-api-key"');
    if (found.status === 503) res.setHeader('Retry-After', RETRY_AFTER_SECONDS);
    // What is left of a body that was refused is not waited for.
    if (!req.complete) res.setHeader('Connection', 'close');
    return found.code === 'route_not_found' ? wrongMethodOrPath(req, res) : found;
  }
}

function wrongMethodOrPath(req: Request, res: Response): Failure {
  const allowed = methodsAt(req.app, req.path);
  if (allowed.length === 0) return failure(404, 'route_not_found', `There is nothing at ${req.path}.`);
  res.setHeader('Allow', allowed.join(', '));
  const detail = `${req.path} does not take ${req.method}; it takes ${allowed.join(', ')}.`;
  return failure(405, 'method_not_allowed', detail);
}
