import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { DomainError } from '../kernel/errors.js';

/** While shutting down, asks each client to come back on a new connection, which then leads elsewhere. */
export function closeConnectionsOnShutdown(process: { readonly isLeaving: boolean }): RequestHandler {
  return (_req, res, next) => {
    if (process.isLeaving) res.setHeader('Connection', 'close');
    next();
  };
}

const HEALTH = /^\/(health\/(live|ready)|metrics)\/?$/;

/** A worker listens only to be watched. */
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
