import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { DomainError, invalid } from '../kernel/errors.js';
import { unstorable } from './unstorable.js';
import './request.js';

const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/**
 * Reads JSON bodies, strictly: UTF-8 that is really UTF-8, nothing that the database could not keep,
 * nothing nested so deep that writing it back would overflow the stack.
 */
export function jsonBody(limit: number): RequestHandler {
  const readBytes = express.raw({ type: () => true, limit });
  return (req: Request, res: Response, next: NextFunction) => {
    if (!hasBody(req)) return next();
    if (!JSON_TYPE.test(req.get('content-type') ?? '')) return next(unsupportedType(req));
    readBytes(req, res, (error?: unknown) => {
      if (error) return next(error);
      const bytes = req.body as Buffer;
      req.rawBody = bytes;
      try {
        req.body = bytes.length > 0 ? parse(bytes) : undefined;
        next();
      } catch (fault) {
        next(fault);
      }
    });
  };
}

function parse(bytes: Buffer): unknown {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it is not UTF-8';
    throw new DomainError('invalid', 'malformed_json', `The body can't be read as JSON: ${reason}.`);
  }
  const faults = unstorable(value);
  if (faults.length > 0) throw invalid(...faults);
  return value;
}

function hasBody(req: Request): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

function unsupportedType(req: Request): DomainError {
  const given = req.get('content-type');
  const detail = `The body must be application/json in UTF-8${given ? `, not ${given}` : ''}.`;
  return new DomainError('unsupported_media', 'unsupported_media_type', detail);
}
