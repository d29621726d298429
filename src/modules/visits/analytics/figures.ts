/** What is counted, in the order in which rollups keep it. */
export const FIGURES = ['visits', 'engagedMs', 'bounces', 'conversions', 'questions'] as const;

export type Figures = Record<(typeof FIGURES)[number], number>;

export const NO_FIGURES: Figures = { visits: 0, engagedMs: 0, bounces: 0, conversions: 0, questions: 0 };

export function sumOf(all: readonly Figures[]): Figures {
  const sum = { ...NO_FIGURES };
  for (const figures of all) for (const name of FIGURES) sum[name] += figures[name];
  return sum;
}

export function areZero(figures: Figures): boolean {
  return FIGURES.every((name) => figures[name] === 0);
}
