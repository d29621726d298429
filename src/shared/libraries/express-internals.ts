import type { Application } from 'express';

// What we use of Express and its router besides their documented interface. The spec beside this file checks each part.

/** Where a server answers, and to which methods. */
export interface Route {
  path: string;
  methods: readonly string[];
  /** May throw for a path that can't be decoded. */
  matches(path: string): boolean;
}

interface Layer {
  match(path: string): boolean;
  /** Undefined for what `use` has added. */
  route?: { path: string; methods: Record<string, boolean> };
}

/** The routes that were added to a server itself, in their order. */
export function expressRoutesOf(app: Application): Route[] {
  const layers = app.router.stack as unknown as Layer[];
  return layers.flatMap((layer) => {
    if (!layer.route) return [];
    const { path, methods } = layer.route;
    const names = Object.keys(methods).map((method) => method.toUpperCase());
    return [{ path, methods: names, matches: (other: string) => layer.match(other) }];
  });
}
