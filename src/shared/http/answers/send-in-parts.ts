import type { Request, Response } from 'express';
import { DomainError } from '../../kernel/errors.js';
import type { LargeListPage } from '../../answers/list-page.js';
import { EtagOfParts, hasEtag } from '../../kernel/precondition.js';
import type { StreamedAnswer } from '../../answers/streamed-answer.js';
import { contentDisposition } from './content-disposition.js';
import { largeAnswers, streamedAnswers, STREAMED_STEP_BYTES } from '../../answers/large-answers.js';
import '../server/request.js';

export type AnswerTo = Response & { req: Request };

/** Sends the headers of an answer. If the caller already has this state, nothing else follows. */
export function beginJson(res: AnswerTo, etag: string, bytes: number): boolean {
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('ETag', etag);
  if (isKnown(etag, res)) {
    res.status(304).end();
    return false;
  }
  res.setHeader('Content-Length', bytes);
  return true;
}

/** Sends the page in parts, so that other requests get their turn in between. */
export async function sendPage(res: AnswerTo, page: LargeListPage<unknown>): Promise<void> {
  whenOver(res, page.release);
  const etag = new EtagOfParts();
  let bytes = 0;
  for (const part of page.json()) {
    await largeAnswers.inTurn(() => etag.add(part));
    // The room is already released: a caller that hangs up must not keep the page in memory.
    if (res.closed) return;
    bytes += part.length;
  }
  if (!beginJson(res, etag.toString(), bytes)) return;
  for (const part of page.json()) {
    const isTaken = await largeAnswers.inTurn(() => !res.closed && res.write(part));
    if (res.closed) return;
    // Waits out of turn: a slow reader must not delay the answers of others.
    if (!isTaken) await drained(res);
  }
  res.end();
}

/**
 * A failure before the first part is answered as a problem. After it the connection is cut, which HTTP/1.1 clients
 * notice. In older versions, the end of the connection is the end of the file.
 */
export async function sendStream(res: AnswerTo, answer: StreamedAnswer): Promise<void> {
  if (res.req.httpVersionMajor === 1 && res.req.httpVersionMinor === 0) throw needsNewerHttp();
  const room = await streamedAnswers.reserve(tenantOf(res), STREAMED_STEP_BYTES);
  whenOver(res, () => room.release());
  for await (const makeText of answer.parts) {
    if (!res.headersSent) beginStream(res, answer);
    if (res.closed || res.req.method === 'HEAD') break;
    const isTaken = res.write(await largeAnswers.inTurn(makeText));
    // Waits out of turn, as above.
    if (!isTaken) await drained(res);
  }
  res.end();
}

function needsNewerHttp(): DomainError {
  const detail =
    'An export needs HTTP/1.1: older versions cannot show whether it is complete. Check the proxy.';
  return new DomainError('invalid', 'http_version', detail);
}

function beginStream(res: AnswerTo, { mediaType, fileName }: StreamedAnswer): void {
  res.setHeader('Content-Type', `${mediaType}; charset=utf-8`);
  res.setHeader('Content-Disposition', contentDisposition('attachment', fileName));
  res.flushHeaders();
}

/** Resolves once there is room for more, or the reader is gone. */
export function drained(res: AnswerTo): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      res.off('drain', settle).off('close', settle);
      resolve();
    };
    res.on('drain', settle).on('close', settle);
    // The response may have been closed before the listeners were added.
    if (res.closed) settle();
  });
}

export function tenantOf(res: AnswerTo): string {
  return res.req.caller?.tenantId ?? '';
}

export function whenOver(res: AnswerTo, act: () => void): void {
  if (res.closed) act();
  else res.once('close', act);
}

/** Whether the caller already has this state. Unlike Express, also if the caller sends `Cache-Control: no-cache`. */
function isKnown(etag: string, { req, statusCode }: AnswerTo): boolean {
  if (statusCode !== 200 || !['GET', 'HEAD'].includes(req.method)) return false;
  return hasEtag(req.headers['if-none-match'], etag);
}
