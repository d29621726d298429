import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { wireId } from '../kernel/ids.js';
import './request.js';

export interface FinishedRequest {
  method: string;
  route: string;
  status: number;
  durationMs: number;
}

/** The caller went away before the answer, as other servers note it. */
const GONE = 499;

/** One line a request, when it is over. Never its body, never a key: what is not named here is not logged. */
export function requestLog(logger: Logger, observe: (request: FinishedRequest) => void): RequestHandler {
  return (req: Request, res: Response, next: NextFunction) => {
    const start = performance.now();
    res.once('close', () => {
      const finished = {
        method: req.method,
        route: routeOf(req),
        status: res.writableFinished ? res.statusCode : GONE,
        durationMs: Math.round((performance.now() - start) * 100) / 100,
      };
      observe(finished);
      logger.info({ requestId: req.id, tenant: tenantOf(req), ...finished }, 'request');
    });
    next();
  };
}

// The pattern, not the path: ids in it would make every label of its own, and tell what was asked for.
function routeOf(req: Request): string {
  const route = req.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : 'unmatched';
}

function tenantOf(req: Request): string | undefined {
  return req.caller && wireId('tenant', req.caller.tenantId);
}
