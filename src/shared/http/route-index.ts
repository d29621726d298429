import express, { type Application, type Express, type RequestHandler, type Router } from 'express';

/** A route as Express keeps it. */
export interface RouteLayer {
  match(path: string): boolean;
  route: { path: string; methods: Record<string, boolean> };
}

type Verb = 'get' | 'post' | 'patch' | 'delete';

const INDEX = 'route index';

/**
 * Express compares a request with all routes, one after the other. Here the routes that begin with the same two steps
 * and have as many of them are together, so that it is compared with a few.
 */
export class RouteIndex {
  private readonly routers = new Map<string, Router>();

  private constructor(private readonly app: Express) {}

  static of(app: Express): RouteIndex {
    const index = new RouteIndex(app);
    app.set(INDEX, index);
    return index;
  }

  get all(): Iterable<Router> {
    return this.routers.values();
  }

  /** Before the first one stands what comes before all routes, after it what comes after them. */
  add(verb: Verb, path: string, handler: RequestHandler): void {
    if (this.routers.size === 0) this.app.use(this.handle);
    const [exact, byFirstStep] = placesOf(path);
    const place = path.split('/')[2]?.includes(':') ? byFirstStep : exact;
    const router = this.routers.get(place) ?? express.Router({ caseSensitive: true });
    this.routers.set(place, router);
    router[verb](path, handler);
  }

  private readonly handle: RequestHandler = (req, res, next) => {
    const [exact, byFirstStep] = placesOf(req.path);
    const router = this.routers.get(exact) ?? this.routers.get(byFirstStep);
    // A router would answer OPTIONS itself, as no other method that a path does not take.
    if (router && req.method !== 'OPTIONS') router(req, res, next);
    else next();
  };
}

/** All routes of a server. */
export function routesOf(app: Application): RouteLayer[] {
  const index = app.get(INDEX) as RouteIndex;
  return [app.router, ...index.all].flatMap(({ stack }) =>
    (stack as unknown as Partial<RouteLayer>[]).filter((layer) => layer.route),
  ) as RouteLayer[];
}

/** By its first two steps, and by the first alone, where the second is a parameter. A slash at the end does not count. */
function placesOf(path: string): [exact: string, byFirstStep: string] {
  const steps = path.split('/');
  if (steps.length > 2 && steps.at(-1) === '') steps.pop();
  const [, first, second] = steps;
  return [`${first}/${second} ${steps.length}`, `${first} ${steps.length}`];
}
