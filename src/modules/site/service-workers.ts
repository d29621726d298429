import type { Request, RequestHandler } from 'express';
import { NOTICES } from './notices.js';
import { sendAnswer } from './send-answer.js';

/** Browsers send this header when they load or update the script of a service worker. */
export function isForServiceWorker({ headers }: Request): boolean {
  return headers['service-worker'] !== undefined;
}

/**
 * Nothing on the site is a service worker. One would stay in the browser after its page is gone, and answer for the
 * pages of others: of the next owner of a domain, or of other tenants on the site's own address.
 */
export const refuseServiceWorkers: RequestHandler = (req, res, next) => {
  if (!isForServiceWorker(req)) return next();
  sendAnswer(req, res, NOTICES.notFound).catch(() => res.destroy());
};
