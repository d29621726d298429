import { Injectable } from '@nestjs/common';
import { Router, type Request, type Response } from 'express';
import '../../shared/http/server/request.js';
import { ApiCaller } from './calling/api-caller.js';
import type { Refusal } from './live/follow-changes.js';
import { LiveStreams, SESSION_ENDED, type LiveConnection } from './live/live-streams.js';
import { MAX_UNREAD_BYTES } from './live/stream-limits.js';
import { LIVE_PATH } from './parts/script.js';
import { isOfOwnScript, isSecure } from './request-guards.js';
import { ConsoleSessions } from './signing-in/console-sessions.js';
import { hasEnded } from './signing-in/session.js';

/**
 * The script asks again later: a key can get the right. Meanwhile it is no error that a browser reports, so it is a 204.
 */
const STATUSES: Record<Exclude<Refusal, 'session ended'>, number> = {
  'not allowed': 204,
  'too many': 429,
  unavailable: 503,
};

/** Tells the script in the browser what has changed. The browser has no key, so the console follows the API for it. */
@Injectable()
export class LiveRouter {
  constructor(
    private readonly sessions: ConsoleSessions,
    private readonly caller: ApiCaller,
    private readonly streams: LiveStreams,
  ) {}

  routes(): Router {
    const router = Router({ caseSensitive: true, strict: true });
    router.get(LIVE_PATH, (req, res) => this.follow(req, res));
    return router;
  }

  private async follow(req: Request, res: Response): Promise<void> {
    // Pages on other ports of the same host send the cookie, too.
    if (!isOfOwnScript(req)) return void res.status(403).end();
    const connection = connectionOf(req, res);
    const [session, other] = await this.sessions.allIn(req.headers.cookie, isSecure(res));
    const mayGoOn = session !== undefined && other === undefined && !hasEnded(session);
    const outcome = mayGoOn
      ? await this.streams.follow(
          session,
          await this.caller.clientFor(session.key, req.ip ?? ''),
          connection,
          Number(req.query.since) || undefined,
        )
      : 'session ended';
    if (outcome === 'session ended') {
      connection.open();
      connection.write(SESSION_ENDED);
    } else if (!res.headersSent) res.status(STATUSES[outcome]);
    connection.end();
  }
}

function connectionOf(req: Request, res: Response): LiveConnection {
  const gone = new AbortController();
  res.on('close', () => gone.abort());
  return {
    signal: gone.signal,
    open: () => {
      if (res.headersSent) return;
      // Otherwise nginx gathers what is sent.
      res.setHeader('X-Accel-Buffering', 'no');
      res.type('text/event-stream').flushHeaders();
      req.openedAt = performance.now();
    },
    write: (text) => {
      if (res.writableLength > MAX_UNREAD_BYTES) return void res.destroy();
      if (!res.writableEnded) res.write(text);
    },
    end: () => void res.end(),
  };
}
