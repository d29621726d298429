/** A spreadsheet takes a cell that begins so for a formula; the last four are the wide ones of East Asian keyboards. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

const NEEDS_QUOTES = /[",\r\n]/;

/** One line of CSV (RFC 4180). What a spreadsheet would run as a formula is shown as text instead. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
