import type { NextFunction, Request, Response } from 'express';
import { DomainError } from '../kernel/errors.js';

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
