/** A drawing as an SVG, without files and scripts. */
export function drawing(width: number, height: number, ...parts: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`;
}

export interface Point {
  x: number;
  y: number;
}

export const at = (x: number, y: number): Point => ({ x, y });

export const plus = (a: Point, b: Point, times = 1): Point => at(a.x + b.x * times, a.y + b.y * times);

export function box(corner: Point, width: number, height: number, look: string): string {
  return `<rect x="${round(corner.x)}" y="${round(corner.y)}" width="${round(width)}" height="${round(height)}" ${look}/>`;
}

export function disc(centre: Point, radius: number, look: string): string {
  return `<circle cx="${round(centre.x)}" cy="${round(centre.y)}" r="${round(radius)}" ${look}/>`;
}

export function shape(path: string, look: string): string {
  return `<path d="${path}" ${look}/>`;
}

/** A closed polygon. */
export function area(points: readonly Point[], look: string): string {
  return shape(`M${points.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L')}z`, look);
}

export const fill = (colour: string): string => `fill="${colour}"`;

export const line = (colour: string, width: number): string =>
  `fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`;

/** From the top to the bottom; used as `url(#id)`. */
export function fade(id: string, from: string, to: string): string {
  return (
    `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${from}"/>` +
    `<stop offset="1" stop-color="${to}"/></linearGradient>`
  );
}

/** Solar panels on a roof: a grid between the corner and the ends of two of its edges. */
export function panels(
  { corner, across, down }: { corner: Point; across: Point; down: Point },
  { columns, rows, colour }: { columns: number; rows: number; colour: string },
): string {
  const cells = Array.from({ length: columns * rows }, (_, index) => {
    const start = plus(
      plus(corner, across, (index % columns) / columns),
      down,
      Math.floor(index / columns) / rows,
    );
    const wide = at((across.x / columns) * 0.93, (across.y / columns) * 0.93);
    const high = at((down.x / rows) * 0.92, (down.y / rows) * 0.92);
    return { start, wide, high };
  });
  const grounds = cells.map(({ start, wide, high }) =>
    area([start, plus(start, wide), plus(plus(start, wide), high), plus(start, high)], ''),
  );
  const gleams = cells.map(({ start, wide, high }) =>
    area(
      [
        plus(start, wide, 0.55),
        plus(start, wide, 0.8),
        plus(plus(start, wide, 0.25), high),
        plus(start, high),
      ],
      '',
    ),
  );
  return `<g fill="${colour}">${grounds.join('')}</g><g fill="#fff" fill-opacity=".13">${gleams.join('')}</g>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
