import type { Request, RequestHandler, Response } from 'express';
import type { ConsoleAddress } from '../../shared/config/console-address.js';
import { isLoopbackAddress, isLoopbackName } from '../../shared/config/console-address.js';
import { words } from './words/english.js';
import { sendFailure } from './send-screen.js';

/** Headers of proxies: a request that has one does not come from this machine, whatever its socket says. */
const FORWARDING = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

const READS = ['GET', 'HEAD'];

const UNASKED_HEADER = 'x-unasked';

/** Answers 421 for other hosts: otherwise the names of others could lead a browser to this machine. */
export function refuseOtherHosts(address: ConsoleAddress): RequestHandler {
  return (req, res, next) => {
    const origin = address.originAt(req.headers.host ?? '');
    if (origin === undefined) return sendFailure(res, 421, words.failures.wrongHost);
    res.locals.origin = origin;
    next();
  };
}

/** Forms come from the console's own pages. */
export const refuseOtherOrigins: RequestHandler = (req, res, next) => {
  if (READS.includes(req.method) || isOfOwnPage(req, res)) return next();
  sendFailure(res, 403, words.failures.foreignForm);
};

/** A page that sends no referrer also hides the origin of its forms, but not where they come from. */
function isOfOwnPage(req: Request, res: Response): boolean {
  const { origin, 'sec-fetch-site': site } = req.headers;
  return origin === res.locals.origin || (origin === 'null' && site === 'same-origin');
}

/** Whether a script of the console has sent the request. Browsers say where each request comes from. */
export function isOfOwnScript(req: Request): boolean {
  return req.headers['sec-fetch-site'] === 'same-origin';
}

/** Whether the script asks by itself for what has changed, so that it is no use of the session. */
export function isUnasked(req: Request): boolean {
  return req.headers[UNASKED_HEADER] !== undefined;
}

export function isSecure(res: Response): boolean {
  return String(res.locals.origin).startsWith('https:');
}

/** Without TLS, only the person at this machine can sign in. */
export function mayShowSecrets(req: Request, res: Response): boolean {
  return isSecure(res) || isOnThisMachine(req);
}

/** The link that a start prints works on this machine only. */
export function mayUseOneTimeLink(req: Request): boolean {
  return isLoopbackName(new URL(`http://${req.headers.host}`).hostname) && isOnThisMachine(req);
}

function isOnThisMachine(req: Request): boolean {
  const isForwarded = FORWARDING.some((name) => req.headers[name] !== undefined);
  return !isForwarded && isLoopbackAddress(req.socket.remoteAddress ?? '');
}
