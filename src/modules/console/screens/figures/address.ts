export const FIGURES_PATH = '/figures';

/** The same figures, with other values of these fields. */
export function figuresWith(query: URLSearchParams, values: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return `${FIGURES_PATH}?${next}`;
}
