/** The counted figures, in the order of the running totals. */
export const FIGURES = ['visits', 'engagedMs', 'bounces', 'conversions', 'questions'] as const;

export type Figures = Record<(typeof FIGURES)[number], number>;

export const NO_FIGURES: Figures = { visits: 0, engagedMs: 0, bounces: 0, conversions: 0, questions: 0 };

export function addFigures(sum: Figures, figures: Figures): void {
  for (const name of FIGURES) sum[name] += figures[name];
}

export function subtractFigures(sum: Figures, figures: Figures): void {
  for (const name of FIGURES) sum[name] -= figures[name];
}

export function sumOf(all: Iterable<Figures>): Figures {
  const sum = { ...NO_FIGURES };
  for (const figures of all) addFigures(sum, figures);
  return sum;
}

/** Null without visits. */
export function bounceRateOf({ visits, bounces }: Figures): number | null {
  return visits > 0 ? bounces / visits : null;
}

/** The column names. */
export const FIGURE_COLUMNS: Record<keyof Figures, string> = {
  visits: 'visits',
  engagedMs: 'engaged_ms',
  bounces: 'bounces',
  conversions: 'conversions',
  questions: 'questions',
};
