/**
 * The start of a cell whose text a spreadsheet takes for a formula, even if it splits lines at other separators. The
 * last four characters are the full-width ones of East Asian keyboards.
 */
const FORMULA = /(?<=(?:^|[;\t\r\n])"*)(?=[=+\-@\t\r＝＋－＠])/g;

const NEEDS_QUOTES = /[",;\r\n]/;

/** One line of CSV (RFC 4180). Text that a spreadsheet would run as a formula is escaped, so that it shows as text. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(text: string): string {
  const harmless = text.replaceAll(FORMULA, "'");
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
