const MOST_TICKS = 5;

/** Round numbers from 0 to the first one that is not below the largest value. Ticks are integers, like counts. */
export function ticksOf(largest: number): number[] {
  const step = stepFor(Math.max(largest, 1) / MOST_TICKS);
  const count = Math.ceil(Math.max(largest, 1) / step);
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}

/** 1, 2 or 5 times a power of ten; not below `least`. */
function stepFor(least: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(least)));
  return [1, 2, 5, 10].find((digit) => digit * power >= least)! * power;
}
