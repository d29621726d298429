/** A moment as the milliseconds that the wire shows. `extract` would count in decimals, which is slow. */
export const millis = (column: string): string => `round(date_part('epoch', ${column}) * 1000)`;
