import type { IncomingMessage } from 'node:http';
import type { Express, Request } from 'express';

/** The address of a visitor as Express finds it (`req.ip`), for a request that Express has not received. */
export function visitorAddress(site: Express, { headers, socket }: IncomingMessage): string {
  return Reflect.get<Pick<Request, 'ip'>, 'ip'>(site.request, 'ip', { app: site, headers, socket }) ?? '';
}
