/** Red, green and blue: whole numbers from 0 to 255. */
export type Rgb = readonly [number, number, number];

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

/** The minimum contrast of readable text (WCAG 2.2, 1.4.3, level AA). */
const READABLE = 4.5;
const STEPS = 20;

/** The share of light of each value of a part, because a list of brands needs thousands. */
const LINEAR = Array.from({ length: 256 }, (_, part) => {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** `colour`, or else the first step from it to `towards` that is readable on all these backgrounds. */
export function readableOn(backgrounds: readonly Rgb[], colour: Rgb, towards: Rgb): Rgb {
  for (let step = 0; step < STEPS; step++) {
    const mixed = mix(colour, towards, step / STEPS);
    if (isReadable(mixed, backgrounds)) return mixed;
  }
  return towards;
}

export function isReadable(colour: Rgb, backgrounds: readonly Rgb[]): boolean {
  return backgrounds.every((background) => contrast(colour, background) >= READABLE);
}

/** White if it is readable on the background, otherwise black. */
export function contrasting(background: Rgb): Rgb {
  return contrast(WHITE, background) >= READABLE ? WHITE : BLACK;
}

/** Whether white text is readable on it. */
export const isDark = (background: Rgb): boolean => contrasting(background) === WHITE;

/** Undefined if the text is not a hex colour with three or six digits. */
export function rgbOf(text: string): Rgb | undefined {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1];
  if (digits === undefined) return undefined;
  const width = digits.length / 3;
  const part = (at: number) => {
    const each = digits.slice(at * width, (at + 1) * width);
    return Number.parseInt(width === 1 ? each + each : each, 16);
  };
  return [part(0), part(1), part(2)];
}

export function hexOf(colour: Rgb): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

export function mix(a: Rgb, b: Rgb, share: number): Rgb {
  const part = (at: 0 | 1 | 2) => a[at] * (1 - share) + b[at] * share;
  return rounded([part(0), part(1), part(2)]);
}

/** WCAG 2.2, from 1 to 21. */
export function contrast(a: Rgb, b: Rgb): number {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

function rounded([red, green, blue]: Rgb): Rgb {
  return [Math.round(red), Math.round(green), Math.round(blue)];
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * LINEAR[red]! + 0.7152 * LINEAR[green]! + 0.0722 * LINEAR[blue]!;
}
