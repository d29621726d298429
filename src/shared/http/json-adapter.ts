import { ExpressAdapter } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import { Answer } from './answer.js';
import { etagOf } from './precondition.js';

/** Writes an answer to the wire in one go: one text, its ETag, its length. Express takes far more steps for the same. */
export class JsonAdapter extends ExpressAdapter {
  override reply(response: unknown, body: unknown, status?: number): unknown {
    if (body instanceof Answer) return this.reply(response, body.body, body.status);
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
  const known = req.headers['if-none-match'];
  if (known === undefined || statusCode !== 200 || !['GET', 'HEAD'].includes(req.method)) return false;
  return known === '*' || known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);
}

/** Streams and files go Express's way. */
function isPlain(body: object): boolean {
  return Object.getPrototypeOf(body) === Object.prototype;
}
