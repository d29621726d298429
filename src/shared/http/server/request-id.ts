import type { NextFunction, Request, Response } from 'express';
import { newUuid, wireId } from '../../kernel/ids.js';
import './request.js';

const SANE = /^[\w.:-]{1,128}$/;

/** Uses the caller's own id if it is safe in a log line, and generates one otherwise. */
export function nameRequest(req: Request): void {
  const given = req.headers['x-request-id'];
  req.id = typeof given === 'string' && SANE.test(given) ? given : wireId('req', newUuid());
}

export function tellRequestId(req: Request, res: Response, next: NextFunction): void {
  res.setHeader('x-request-id', req.id);
  next();
}

export function requestId(req: Request, res: Response, next: NextFunction): void {
  nameRequest(req);
  tellRequestId(req, res, next);
}
