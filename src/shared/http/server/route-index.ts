import type { Application, Express, RequestHandler } from 'express';
import { expressRoutesOf, type Route } from '../../libraries/express-internals.js';

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

const INDEX = 'route index';

/**
 * Express compares a request with all routes in turn, and takes a dozen steps to reach the right one. The index groups
 * routes by their first two path segments and their number of segments, so that a request is compared with a few.
 */
export class RouteIndex {
  private readonly places = new Map<string, IndexedRoute[]>();
  private isUsed = false;

  private constructor(private readonly app: Express) {}

  static of(app: Express): RouteIndex {
    const index = new RouteIndex(app);
    app.set(INDEX, index);
    return index;
  }

  get all(): readonly Route[] {
    return [...this.places.values()].flat();
  }

  /**
   * The first call fixes the place of all routes: middleware added earlier runs before them, later middleware after
   * them.
   */
  add(verb: Verb, path: string, handler: RequestHandler): void {
    if (!this.isUsed) this.app.use(this.handle);
    this.isUsed = true;
    const route = new IndexedRoute(verb.toUpperCase(), path, handler);
    if (!route.isPlain) return void this.app[verb](path, handler);
    const [exact, byFirstStep] = placesOf(route.steps);
    const place = isParameter(route.steps[2]) ? byFirstStep : exact;
    const others = this.places.get(place);
    for (const other of others ?? []) route.compareTo(other);
    if (others) others.push(route);
    else this.places.set(place, [route]);
  }

  private readonly handle: RequestHandler = (req, res, next) => {
    const steps = stepsOf(req.path);
    const method = req.method === 'HEAD' ? 'GET' : req.method;
    for (const place of placesOf(steps)) {
      const route = this.places.get(place)?.find((each) => each.method === method && each.takes(steps));
      if (!route) continue;
      req.params = route.parametersIn(steps);
      req.route = route;
      return route.handler(req, res, next);
    }
    next();
  };
}

class IndexedRoute implements Route {
  readonly steps: readonly string[];
  /** Names of the parameters, each at the index of its segment. */
  private readonly names: readonly (string | undefined)[];
  /** Those that name more of the path. Where one of them is, this route is not, whatever the method is. */
  private readonly narrower: IndexedRoute[] = [];

  constructor(
    readonly method: string,
    readonly path: string,
    readonly handler: RequestHandler,
  ) {
    this.steps = stepsOf(path);
    this.names = this.steps.map((step) => (isParameter(step) ? step.slice(1) : undefined));
  }

  get methods(): readonly string[] {
    return [this.method];
  }

  /** Other routes, such as `:token.svg`, are left to Express. */
  get isPlain(): boolean {
    return !isParameter(this.steps[1]) && this.steps.every((step) => /^:?[\w-]*$/.test(step));
  }

  matches(path: string): boolean {
    return this.takes(stepsOf(path));
  }

  takes(steps: readonly string[]): boolean {
    return this.hasSteps(steps) && !this.narrower.some((each) => each.hasSteps(steps));
  }

  compareTo(other: IndexedRoute): void {
    if (this.parameterCount > other.parameterCount) this.narrower.push(other);
    if (other.parameterCount > this.parameterCount) other.narrower.push(this);
  }

  private get parameterCount(): number {
    return this.names.filter((name) => name !== undefined).length;
  }

  private hasSteps(steps: readonly string[]): boolean {
    if (steps.length !== this.steps.length) return false;
    for (let at = 0; at < steps.length; at++)
      if (this.names[at] === undefined ? steps[at] !== this.steps[at] : steps[at] === '') return false;
    return true;
  }

  parametersIn(steps: readonly string[]): Record<string, string> {
    const params = Object.create(null) as Record<string, string>;
    for (let at = 0; at < steps.length; at++) {
      const name = this.names[at];
      if (name !== undefined) params[name] = decoded(steps[at]!);
    }
    return params;
  }
}

/** All routes of a server. */
export function routesOf(app: Application): readonly Route[] {
  return [...expressRoutesOf(app), ...(app.get(INDEX) as RouteIndex).all];
}

/** The segments between the slashes. A trailing slash does not count. */
function stepsOf(path: string): readonly string[] {
  const steps = path.split('/');
  if (steps.length > 2 && steps.at(-1) === '') steps.pop();
  return steps;
}

/** Keys by the first two segments, and by the first alone if the second is a parameter. */
function placesOf({ 1: first, 2: second, length }: readonly string[]): [exact: string, byFirstStep: string] {
  return [`${first}/${second} ${length}`, `${first} ${length}`];
}

function isParameter(step: string | undefined): boolean {
  return step?.startsWith(':') === true;
}

/** A decoding error is the caller's error, as in Express. */
function decoded(step: string): string {
  try {
    return step.includes('%') ? decodeURIComponent(step) : step;
  } catch (error) {
    const message = `Failed to decode param '${step}'`;
    throw Object.assign(error as URIError, { message, status: 400 });
  }
}
