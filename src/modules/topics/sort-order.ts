/** The place after the last one. At the end of the numbers the last place is shared, and age decides. */
export function placeAfter(last: { sortOrder: number } | null): number {
  return last ? Math.min(last.sortOrder + 1, Number.MAX_SAFE_INTEGER) : 0;
}
