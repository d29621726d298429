import type { NextFunction, Request, Response } from 'express';
import { newUuid, wireId } from '../kernel/ids.js';
import './request.js';

const SANE = /^[\w.:-]{1,128}$/;

/** Takes the caller's own id where it can go into a log line as it is, and makes one otherwise. */
export function requestId(req: Request, res: Response, next: NextFunction): void {
  const given = req.get('x-request-id');
  req.id = given !== undefined && SANE.test(given) ? given : wireId('req', newUuid());
  res.setHeader('x-request-id', req.id);
  next();
}
