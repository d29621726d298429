import type { Application } from 'express';

// Undocumented parts of Express and its router that we use. The spec beside this file checks each part.

/** A path that a server answers, and its methods. */
export interface Route {
  path: string;
  methods: readonly string[];
  /** May throw for a path that can't be decoded. */
  matches(path: string): boolean;
}

interface Layer {
  match(path: string): boolean;
  /** Undefined for handlers added by `use`. */
  route?: { path: string; methods: Record<string, boolean> };
}

/** The routes that were added to a server itself, in order. */
export function expressRoutesOf(app: Application): Route[] {
  const layers = app.router.stack as unknown as Layer[];
  return layers.flatMap((layer) => {
    if (!layer.route) return [];
    const { path, methods } = layer.route;
    const names = Object.keys(methods).map((method) => method.toUpperCase());
    return [{ path, methods: names, matches: (other: string) => layer.match(other) }];
  });
}
