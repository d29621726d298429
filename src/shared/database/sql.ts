/** A moment as the milliseconds that the wire shows. `extract` would count in decimals, which is slow. */
export const millis = (column: string): string => `round(date_part('epoch', ${column}) * 1000)`;

/** For `like`: the text anywhere in a lower-cased column, with every character meaning itself. */
export function anywhere(text: string): string {
  return `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
}
