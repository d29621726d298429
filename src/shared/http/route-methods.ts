import type { Application } from 'express';

interface RouteLayer {
  match(path: string): boolean;
  route?: { methods: Record<string, boolean> };
}

/** The methods that some route takes at this path. Express itself never answers 405. */
export function methodsAt(app: Application, path: string): string[] {
  const layers = app.router.stack as unknown as RouteLayer[];
  const methods = layers.flatMap((layer) =>
    layer.route && matches(layer, path) ? Object.keys(layer.route.methods) : [],
  );
  const names = new Set(methods.map((method) => method.toUpperCase()));
  if (names.has('GET')) names.add('HEAD');
  return [...names].sort();
}

function matches(layer: RouteLayer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    return false; // a percent-encoding that can't be decoded matches nothing
  }
}
