import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { DomainError } from '../kernel/errors.js';

/** During the shutdown, asks each client to open a new connection, which then leads to another process. */
export function closeConnectionsOnShutdown(process: { readonly isLeaving: boolean }): RequestHandler {
  return (_req, res, next) => {
    if (process.isLeaving) res.setHeader('Connection', 'close');
    next();
  };
}

const HEALTH = /^\/(health\/(live|ready)|metrics)\/?$/;

/** For workers, which listen only for health checks. */
export function serveHealthOnly(req: Request, _res: Response, next: NextFunction): void {
  if (HEALTH.test(req.path)) return next();
  next(
    new DomainError(
      'not_found',
      'not_served_here',
      'This process is a worker: it serves its health and no more.',
    ),
  );
}
