/** How much a demo has. `takes` is the time on two cores. */
export const SIZES = {
  small: { visits: 500, leads: 15, takes: '15 s' },
  medium: { visits: 5000, leads: 50, takes: '1 min' },
  large: { visits: 25_000, leads: 200, takes: '5 min' },
} as const;

export type Size = keyof typeof SIZES;
