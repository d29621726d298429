/** A row of up to six logos, else the number of columns that leaves the fewest gaps in the last row. */
export function columnsFor(count: number): number {
  if (count <= 6) return count;
  const gaps = (columns: number) => (columns - (count % columns)) % columns;
  return [6, 5, 4].reduce((best, columns) => (gaps(columns) < gaps(best) ? columns : best));
}
