const etags = new WeakMap<object, string>();

export function keepEtag(record: unknown, { headers }: Response): void {
  const etag = headers.get('etag');
  if (etag && typeof record === 'object' && record !== null) etags.set(record, etag);
}

/**
 * The version of a record that was read or written by itself. Items of lists have none, and neither have copies of a
 * record.
 */
export function etagOf(record: object): string | undefined {
  return etags.get(record);
}

/** For headers that name the version of a record. */
export function requireEtag(record: object | string, option: string): string {
  const etag = typeof record === 'string' ? record : etagOf(record);
  if (!etag) {
    throw new TypeError(
      `${option} must be a record as this client returned it from get, create or update, or its ETag: not a copy, and not an item of a list.`,
    );
  }
  return etag;
}
