import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { DomainError } from '../../kernel/errors.js';

interface LeavingProcess {
  readonly isLeaving: boolean;
  onLeave(listener: () => void): void;
}

/**
 * During the shutdown, asks each client to open a new connection, which then leads to another process. This includes
 * clients whose answers are pending: otherwise they would send their next request to a process that is gone.
 */
export function closeConnectionsOnShutdown(process: LeavingProcess): RequestHandler {
  const unanswered = new Set<Response>();
  const askToClose = (res: Response) => res.headersSent || res.setHeader('Connection', 'close');
  process.onLeave(() => unanswered.forEach(askToClose));
  return (_req, res, next) => {
    if (process.isLeaving) askToClose(res);
    unanswered.add(res);
    res.once('close', () => unanswered.delete(res));
    next();
  };
}

const HEALTH = /^\/(health\/(live|ready)|metrics)\/?$/;

/** For workers, which only listen for health checks. */
export function serveHealthOnly(req: Request, _res: Response, next: NextFunction): void {
  if (HEALTH.test(req.path)) return next();
  next(
    new DomainError(
      'not_found',
      'not_served_here',
      'This process is a worker: it serves only health checks and metrics.',
    ),
  );
}
