import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { wireId } from '../../kernel/ids.js';
import './request.js';

export interface FinishedRequest {
  method: string;
  route: string;
  status: number;
  durationMs: number;
}

/** The status that is logged if the caller left before the answer, as in nginx. */
const CLIENT_CLOSED_REQUEST = 499;

/**
 * Logs one line per request when it is over. Bodies and keys are never logged, nor are addresses of visitors
 * (`isPublic`).
 */
export function requestLog(
  logger: Logger,
  observe: (request: FinishedRequest) => void,
  options: { isPublic?: boolean } = {},
): RequestHandler {
  return (req: Request, res: Response, next: NextFunction) => {
    const start = performance.now();
    // Read now: an aborted connection no longer has an address.
    const client = options.isPublic ? undefined : req.ip;
    res.once('close', () => {
      const finished = {
        method: req.method,
        route: routeOf(req),
        status: statusOf(req, res),
        durationMs: Math.round((performance.now() - start) * 100) / 100,
      };
      // An answer that stays open for hours is not slow.
      observe(req.openedAt === undefined ? finished : { ...finished, durationMs: req.openedAt - start });
      // Orchestrators call every few seconds, and these lines contain nothing useful.
      const level = finished.route.startsWith('/health/') ? 'debug' : 'info';
      logger[level]({ requestId: req.id, tenant: tenantOf(req), client, ...finished }, 'request');
    });
    next();
  };
}

function statusOf(req: Request, res: Response): number {
  // A live answer ends when either side leaves.
  if (res.writableFinished || req.openedAt !== undefined) return res.statusCode;
  return req.hasFailed ? 500 : CLIENT_CLOSED_REQUEST;
}

// The pattern, not the path: with ids in it, each request would be its own metric.
function routeOf(req: Request): string {
  const route = req.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : 'unmatched';
}

function tenantOf(req: Request): string | undefined {
  return req.caller && wireId('tenant', req.caller.tenantId);
}
