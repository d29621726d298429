import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type RequestHandler } from 'express';
import { Existing } from '../../answers/existing.js';
import { LARGE_ANSWER_BYTES, largeAnswers } from '../../answers/large-answers.js';
import { LargeListPage } from '../../answers/list-page.js';
import { etagOf } from '../../kernel/precondition.js';
import { LiveAnswer } from '../../answers/live-answer.js';
import { StreamedAnswer } from '../../answers/streamed-answer.js';
import { RouteIndex } from '../server/route-index.js';
import { sendLive } from './send-live.js';
import { beginJson, sendPage, sendStream, tenantOf, whenOver, type AnswerTo } from './send-in-parts.js';

/** An answer that is already JSON text, with its status. */
export class HttpResult {
  constructor(
    readonly status: number,
    readonly body: string,
  ) {}
}

/** `trustedProxies` determines the caller's address. */
export function createExpress(trustedProxies: number | readonly string[]): Express {
  const server = express();
  server.set('trust proxy', trustedProxies);
  server.disable('x-powered-by');
  // `/v0/Topics` is not `/v0/topics`.
  server.enable('case sensitive routing');
  server.set('etag', etagOf);
  return server;
}

type RouteArguments = [path: string, handler: RequestHandler];

/**
 * Writes JSON answers itself: one text, its ETag, its length. Express takes far more steps for the same. An index
 * finds the routes.
 */
export class JsonAdapter extends ExpressAdapter {
  private readonly routes = RouteIndex.of(this.instance as Express);

  /**
   * Express changes the prototype of each request and response. If they have it from the start, that costs nothing.
   */
  override initHttpServer(): void {
    const app = this.instance as Express;
    class ApiRequest extends IncomingMessage {}
    class ApiResponse extends ServerResponse {}
    app.request = Object.setPrototypeOf(ApiRequest.prototype, app.request) as typeof app.request;
    app.response = Object.setPrototypeOf(ApiResponse.prototype, app.response) as typeof app.response;
    this.httpServer = createServer({ IncomingMessage: ApiRequest, ServerResponse: ApiResponse }, app);
  }

  override get(...route: unknown[]): unknown {
    return this.routes.add('get', ...(route as RouteArguments));
  }

  override post(...route: unknown[]): unknown {
    return this.routes.add('post', ...(route as RouteArguments));
  }

  override put(...route: unknown[]): unknown {
    return this.routes.add('put', ...(route as RouteArguments));
  }

  override patch(...route: unknown[]): unknown {
    return this.routes.add('patch', ...(route as RouteArguments));
  }

  override delete(...route: unknown[]): unknown {
    return this.routes.add('delete', ...(route as RouteArguments));
  }

  override reply(response: unknown, body: unknown, status?: number): unknown {
    if (body instanceof HttpResult) return this.reply(response, body.body, body.status);
    if (body instanceof Existing) return this.reply(response, body.record, 200);
    const res = response as AnswerTo;
    if (body instanceof LargeListPage) return sendPage(res, body);
    if (body instanceof StreamedAnswer) return sendStream(res, body);
    if (body instanceof LiveAnswer) return sendLive(res, body);
    if (typeof body !== 'object' || body === null || !isPlain(body)) return super.reply(res, body, status);
    const text = JSON.stringify(body);
    const etag = etagOf(text);
    if (status) res.statusCode = status;
    if (text.length >= LARGE_ANSWER_BYTES) takeRoom(res, text.length);
    if (beginJson(res, etag, Buffer.byteLength(text))) res.end(text);
    return res;
  }
}

/** The change that a write reports is done, so its answer cannot be refused for lack of room. */
function takeRoom(res: AnswerTo, bytes: number): void {
  const tenantId = tenantOf(res);
  const isRead = ['GET', 'HEAD'].includes(res.req.method);
  const room = isRead ? largeAnswers.reserveAtOnce(tenantId, bytes) : largeAnswers.take(tenantId, bytes);
  whenOver(res, () => room.release());
}

/** Other bodies, such as streams, are left to Express. */
function isPlain(body: object): boolean {
  return Object.getPrototypeOf(body) === Object.prototype;
}
