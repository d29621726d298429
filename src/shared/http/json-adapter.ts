import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type Request, type Response } from 'express';
import { Existing } from '../kernel/existing.js';
import { etagOf, hasEtag } from '../kernel/precondition.js';
import { HttpResult } from './http-result.js';

export function createExpress(): Express {
  const server = express();
  server.disable('x-powered-by');
  // Paths differ by case, as ids and the documentation do.
  server.enable('case sensitive routing');
  server.set('etag', etagOf);
  return server;
}

/** Writes an answer to the wire in one go: one text, its ETag, its length. Express takes far more steps for the same. */
export class JsonAdapter extends ExpressAdapter {
  override reply(response: unknown, body: unknown, status?: number): unknown {
    if (body instanceof HttpResult) return this.reply(response, body.body, body.status);
    if (body instanceof Existing) return this.reply(response, body.record, 200);
    const res = response as Response & { req: Request };
    if (typeof body !== 'object' || body === null || !isPlain(body)) return super.reply(res, body, status);
    const text = JSON.stringify(body);
    if (status) res.statusCode = status;
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    const etag = etagOf(text);
    res.setHeader('ETag', etag);
    if (isKnown(etag, res)) return res.status(304).end();
    res.setHeader('Content-Length', Buffer.byteLength(text));
    return res.end(text);
  }
}

/** Whether the caller has this very state already. Unlike Express, also for callers who want it revalidated. */
function isKnown(etag: string, { req, statusCode }: Response & { req: Request }): boolean {
  if (statusCode !== 200 || !['GET', 'HEAD'].includes(req.method)) return false;
  return hasEtag(req.headers['if-none-match'], etag);
}

/** Streams and files go Express's way. */
function isPlain(body: object): boolean {
  return Object.getPrototypeOf(body) === Object.prototype;
}
