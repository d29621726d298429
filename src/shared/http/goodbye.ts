import type { RequestHandler } from 'express';

/** While shutting down, asks each client to come back on a new connection, which then leads elsewhere. */
export function sayGoodbye(process: { readonly isLeaving: boolean }): RequestHandler {
  return (_req, res, next) => {
    if (process.isLeaving) res.setHeader('Connection', 'close');
    next();
  };
}
