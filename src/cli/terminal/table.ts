/** A heading and a cell of each row, for each column. */
export interface Table {
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

/** The lines of a table, the head first. A cell is a line, and does not control the terminal. */
export function aligned({ head, rows: given }: Table): string[] {
  const rows = given.map((row) => row.map((cell) => cell.replaceAll(/\p{Cc}+/gu, ' ')));
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  );
  return [head, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}

/** A row for each record. A column is its heading, and what it shows of a record. */
export function tableOf<Row>(
  records: readonly Row[],
  columns: readonly (readonly [head: string, cell: (record: Row) => string | number | null])[],
): Table {
  return {
    head: columns.map(([head]) => head),
    rows: records.map((record) => columns.map(([, cell]) => String(cell(record) ?? '-'))),
  };
}
