/**
 * Where a cell begins, also for a spreadsheet that splits lines at other separators, with what it takes for a formula;
 * the last four are the wide ones of East Asian keyboards.
 */
const FORMULA = /(?<=(?:^|[;\t\r\n])"*)(?=[=+\-@\t\r＝＋－＠])/g;

const NEEDS_QUOTES = /[",;\r\n]/;

/** One line of CSV (RFC 4180). What a spreadsheet would run as a formula is shown as text instead. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(text: string): string {
  const harmless = text.replaceAll(FORMULA, "'");
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
