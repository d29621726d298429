/** The place after the last one. At the end of the numbers the last place is shared, and age decides. */
export function placeAfter(last: number | null | undefined): number {
  return typeof last === 'number' ? Math.min(last + 1, Number.MAX_SAFE_INTEGER) : 0;
}
