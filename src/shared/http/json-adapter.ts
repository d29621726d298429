import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type Request, type Response } from 'express';
import { Existing } from '../kernel/existing.js';
import { LARGE_ANSWER_BYTES, largeAnswers } from './large-answers.js';
import { LargeListPage } from '../kernel/list-page.js';
import { EtagOfParts, etagOf, hasEtag } from '../kernel/precondition.js';
import './request.js';

type AnswerTo = Response & { req: Request };

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
    const res = response as AnswerTo;
    if (body instanceof LargeListPage) return sendPage(res, body);
    if (typeof body !== 'object' || body === null || !isPlain(body)) return super.reply(res, body, status);
    const text = JSON.stringify(body);
    const etag = etagOf(text);
    if (status) res.statusCode = status;
    if (text.length >= LARGE_ANSWER_BYTES) takeRoom(res, text.length);
    if (beginJson(res, etag, Buffer.byteLength(text))) res.end(text);
    return res;
  }
}

/** Sends the head of an answer. Where the caller has this state already, that is all. */
function beginJson(res: AnswerTo, etag: string, bytes: number): boolean {
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('ETag', etag);
  if (isKnown(etag, res)) {
    res.status(304).end();
    return false;
  }
  res.setHeader('Content-Length', bytes);
  return true;
}

/** Part by part, so that other requests have their turn in between. */
async function sendPage(res: AnswerTo, page: LargeListPage<unknown>): Promise<void> {
  whenOver(res, page.release);
  const etag = new EtagOfParts();
  let bytes = 0;
  for (const part of page.json()) {
    await largeAnswers.inTurn(() => etag.add(part));
    // Its room is free again: whoever hangs up must not have the page kept on.
    if (res.closed) return;
    bytes += part.length;
  }
  if (!beginJson(res, etag.toString(), bytes)) return;
  for (const part of page.json()) {
    const isTaken = await largeAnswers.inTurn(() => !res.closed && res.write(part));
    if (res.closed) return;
    // Out of turn: whoever reads slowly must not hold up the answers of others.
    if (!isTaken) await drained(res);
  }
  res.end();
}

/** Once there is room for more, or nobody who reads it. */
function drained(res: AnswerTo): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      res.off('drain', settle).off('close', settle);
      resolve();
    };
    res.on('drain', settle).on('close', settle);
  });
}

/** What a write tells has been done, so it can't be refused for want of room. */
function takeRoom(res: AnswerTo, bytes: number): void {
  const tenantId = res.req.caller?.tenantId ?? '';
  const isRead = ['GET', 'HEAD'].includes(res.req.method);
  const room = isRead ? largeAnswers.reserveAtOnce(tenantId, bytes) : largeAnswers.take(tenantId, bytes);
  whenOver(res, () => room.release());
}

function whenOver(res: AnswerTo, act: () => void): void {
  if (res.closed) act();
  else res.once('close', act);
}

/** Whether the caller has this state already. Unlike Express, also if the caller sends `Cache-Control: no-cache`. */
function isKnown(etag: string, { req, statusCode }: AnswerTo): boolean {
  if (statusCode !== 200 || !['GET', 'HEAD'].includes(req.method)) return false;
  return hasEtag(req.headers['if-none-match'], etag);
}

/** Anything else, such as a stream, is left to Express. */
function isPlain(body: object): boolean {
  return Object.getPrototypeOf(body) === Object.prototype;
}
