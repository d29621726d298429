import type { RequestHandler } from 'express';
import { unsealVisitor, VISITOR_HEADER } from '../../secrets/sealed-visitor.js';
import type { ServiceSecrets } from '../../secrets/service-secrets.js';

/**
 * The console calls the API on behalf of its visitors. Limits, the log and the audit log are about the visitor's
 * address, so that becomes the address of the request.
 */
export function forwardedVisitor(secrets: ServiceSecrets): RequestHandler {
  return (req, _res, next) => {
    const sealed = req.headers[VISITOR_HEADER];
    if (typeof sealed !== 'string') return next();
    secrets.get('console visitors').then((secret) => {
      const address = unsealVisitor(secret, sealed);
      if (address !== undefined) Object.defineProperty(req, 'ip', { value: address });
      next();
    }, next);
  };
}
