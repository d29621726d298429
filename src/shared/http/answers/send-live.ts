import type { LiveAnswer, LiveConnection } from '../../answers/live-answer.js';
import { drained, whenOver, type AnswerTo } from './send-in-parts.js';

/** Neither proxies nor browsers may store, change or hold back what is sent. */
const HEADERS = new Map([
  ['Cache-Control', 'private, no-cache, no-transform'],
  ['X-Accel-Buffering', 'no'],
]);

export function sendLive(res: AnswerTo, { mediaType, begin }: LiveAnswer): void {
  if (res.req.method === 'HEAD') {
    openLive(res, mediaType);
    return void res.end();
  }
  begin(connectionOf(res, mediaType));
}

function openLive(res: AnswerTo, mediaType: string): void {
  res.req.openedAt = performance.now();
  res.setHeaders(HEADERS);
  res.setHeader('Content-Type', `${mediaType}; charset=utf-8`);
}

function connectionOf(res: AnswerTo, mediaType: string): LiveConnection {
  return {
    get isClosed() {
      return res.closed || res.writableEnded || res.destroyed;
    },
    get unsentBytes() {
      return res.writableLength;
    },
    write(text) {
      if (!res.headersSent) openLive(res, mediaType);
      if (!this.isClosed) res.write(text);
    },
    drained: () => (res.writableNeedDrain ? drained(res) : Promise.resolve()),
    onClose: (act) => whenOver(res, act),
    end: () => void res.end(),
    cut: () => void res.destroy(),
  };
}
