import type { Application, Request, Response } from 'express';
import type { Route } from '../../libraries/express-internals.js';
import { routesOf } from '../server/route-index.js';
import { failure, type Failure } from './failure.js';

/** 405 if another method has a route at this path, else 404. Express itself never returns a 405. */
export function wrongMethodOrPath(req: Request, res: Response): Failure {
  const allowed = methodsAt(req.app, req.path);
  if (allowed.length === 0) return failure(404, 'route_not_found', `There is nothing at ${req.path}.`);
  res.setHeader('Allow', allowed.join(', '));
  const detail = `${req.path} does not allow ${req.method}; it allows ${allowed.join(', ')}.`;
  return failure(405, 'method_not_allowed', detail);
}

/** The methods of all routes at this path. */
function methodsAt(app: Application, path: string): string[] {
  const names = new Set(routesOf(app).flatMap((route) => (matches(route, path) ? route.methods : [])));
  if (names.has('GET')) names.add('HEAD');
  return [...names].sort();
}

function matches(route: Route, path: string): boolean {
  try {
    return route.matches(path);
  } catch {
    return false; // a percent-encoding that can't be decoded matches nothing
  }
}
