/** A moment as the milliseconds that the wire shows; exact, because `extract` counts in decimals. */
export const millis = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;
