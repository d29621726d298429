import { FieldsByName } from './fields-by-name.js';

/**
 * Lists in forms: `steps.0.title` is a field of the first row of the list `steps`. Each row has a hidden field `row` with
 * its kind. A row can have lists of its own: `blocks.2.steps.0.title`. Rows are added, removed and moved by buttons that
 * send the form, so a list can be edited without a script.
 */
const ROW = 'row';

/** The name of the buttons that change rows. */
export const ROW_COMMAND = 'change_rows';

/** What a button does: to a list (`blocks`, with the kind of the new row), or to one of its rows (`blocks.2`). */
export const rowCommand = {
  add: (list: string, kind = ''): string => `add ${list} ${kind}`,
  remove: (row: string): string => `remove ${row}`,
  up: (row: string): string => `up ${row}`,
  down: (row: string): string => `down ${row}`,
};

/** The name of the hidden field that makes a row. */
export const rowField = (row: string): string => `${row}.${ROW}`;

/** More rows than any list of the API may have. */
const MOST_ROWS = 200;

/** A row of a sent form, by its path. */
export class FormRow {
  constructor(
    private readonly fields: FieldsByName,
    readonly path: string,
  ) {}

  get kind(): string {
    return this.text(ROW);
  }

  /** Without the spaces around it. Browsers send each line break as two characters. */
  text(name: string): string {
    return (this.fields.get(`${this.path}.${name}`) ?? '').replaceAll('\r\n', '\n').trim();
  }

  /** The same, or undefined if it is empty. */
  optional(name: string): string | undefined {
    return this.text(name) || undefined;
  }

  rows(list: string): FormRow[] {
    return rowsIn(this.fields, `${this.path}.${list}`);
  }
}

/** The rows of a list, in their order. */
export function rowsIn(form: URLSearchParams | FieldsByName, list: string): FormRow[] {
  const fields = form instanceof FieldsByName ? form : new FieldsByName(form);
  const rows: FormRow[] = [];
  while (rows.length < MOST_ROWS && fields.has(rowField(`${list}.${rows.length}`)))
    rows.push(new FormRow(fields, `${list}.${rows.length}`));
  return rows;
}

/** The form after the command of the button that sent it, and the path of the row to go on with. */
export function withChangedRows(form: URLSearchParams): { form: URLSearchParams; row: string | undefined } {
  const [action, path = '', kind = ''] = (form.get(ROW_COMMAND) ?? '').split(' ');
  const rest = new URLSearchParams([...form].filter(([name]) => name !== ROW_COMMAND));
  if (action === 'add') {
    const row = `${path}.${rowsIn(rest, path).length}`;
    rest.append(rowField(row), kind);
    return { form: rest, row };
  }
  const [, list, at] = /^(.+)\.(\d+)$/.exec(path) ?? [];
  if (list === undefined || !rest.has(rowField(path))) return { form: rest, row: undefined };
  const count = rowsIn(rest, list).length;
  const from = Number(at);
  if (action === 'remove') {
    const left = renumbered(rest, list, (each) =>
      each === from ? undefined : each > from ? each - 1 : each,
    );
    return { form: left, row: count > 1 ? `${list}.${Math.min(from, count - 2)}` : undefined };
  }
  const to = action === 'up' ? from - 1 : from + 1;
  if (to < 0 || to >= count) return { form: rest, row: path };
  const swapped = renumbered(rest, list, (each) => (each === from ? to : each === to ? from : each));
  return { form: swapped, row: `${list}.${to}` };
}

/** The fields of a form with other numbers for the rows of a list; a row without a number is gone. */
function renumbered(
  form: URLSearchParams,
  list: string,
  numberOf: (before: number) => number | undefined,
): URLSearchParams {
  const start = `${list}.`;
  const pairs = [...form].flatMap(([name, value]) => {
    const [, at, rest] = (name.startsWith(start) && /^(\d+)(\..+)$/.exec(name.slice(start.length))) || [];
    if (at === undefined) return [[name, value]];
    const now = numberOf(Number(at));
    return now === undefined ? [] : [[`${start}${now}${rest}`, value]];
  });
  return new URLSearchParams(pairs);
}
