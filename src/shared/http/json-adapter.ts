import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type Request, type Response } from 'express';
import { Existing } from '../kernel/existing.js';
import { etagOf, hasEtag } from '../kernel/precondition.js';

/** An answer that is JSON text already, with its status. */
export class HttpResult {
  constructor(
    readonly status: number,
    readonly body: string,
  ) {}
}

/** `trustedProxies` decide what counts as a caller's address. */
export function createExpress(trustedProxies: number | readonly string[]): Express {
  const server = express();
  server.set('trust proxy', trustedProxies);
  server.disable('x-powered-by');
  // `/v0/Topics` is not `/v0/topics`.
  server.enable('case sensitive routing');
  server.set('etag', etagOf);
  return server;
}

/** Writes JSON answers itself: one text, its ETag, its length. Express takes far more steps for the same. */
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

/** Whether the caller has this state already. Unlike Express, also if the caller sends `Cache-Control: no-cache`. */
function isKnown(etag: string, { req, statusCode }: Response & { req: Request }): boolean {
  if (statusCode !== 200 || !['GET', 'HEAD'].includes(req.method)) return false;
  return hasEtag(req.headers['if-none-match'], etag);
}

/** Anything else, such as a stream, is left to Express. */
function isPlain(body: object): boolean {
  return Object.getPrototypeOf(body) === Object.prototype;
}
