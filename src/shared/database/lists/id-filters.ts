/** The value of a filter by several ids: the text of an array. */
export function uuidArray(ids: Iterable<string> | undefined): string | undefined {
  return ids && `{${[...ids].join()}}`;
}
