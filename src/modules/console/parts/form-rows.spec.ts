import { ROW_COMMAND, rowCommand, rowsIn, withChangedRows } from './form-rows.js';

const form = (fields: Record<string, string>) => new URLSearchParams(fields);

const THREE = form({
  name: 'kept',
  'a.0.row': 'text',
  'a.0.title': 'first',
  'a.1.row': 'steps',
  'a.1.steps.0.row': '',
  'a.1.steps.0.title': 'inner',
  'a.2.row': 'text',
  'a.2.title': 'last',
});

function after(command: string) {
  const sent = new URLSearchParams(THREE);
  sent.set(ROW_COMMAND, command);
  return withChangedRows(sent);
}

const titles = (changed: URLSearchParams) =>
  rowsIn(changed, 'a').map((row) => row.text('title') || row.rows('steps').map((step) => step.text('title')));

it('reads rows, their kinds, and rows in rows', () => {
  expect(rowsIn(THREE, 'a').map(({ kind }) => kind)).toEqual(['text', 'steps', 'text']);
  expect(titles(THREE)).toEqual(['first', ['inner'], 'last']);
  expect(rowsIn(THREE, 'b')).toEqual([]);
});

it('adds a row at the end, also in a row', () => {
  const { form: changed, row } = after(rowCommand.add('a', 'quote'));
  expect(row).toBe('a.3');
  expect(rowsIn(changed, 'a').at(-1)!.kind).toBe('quote');
  expect(changed.has(ROW_COMMAND)).toBe(false);
  const inner = after(rowCommand.add('a.1.steps'));
  expect(inner.row).toBe('a.1.steps.1');
  expect(titles(inner.form)).toEqual(['first', ['inner', ''], 'last']);
});

it('removes a row with what is in it, and goes on with its successor', () => {
  const { form: changed, row } = after(rowCommand.remove('a.1'));
  expect(titles(changed)).toEqual(['first', 'last']);
  expect([...changed.keys()].filter((name) => name.includes('steps'))).toEqual([]);
  expect(row).toBe('a.1');
  expect(after(rowCommand.remove('a.2')).row).toBe('a.1');
  expect(after(rowCommand.remove('a.1.steps.0')).row).toBeUndefined();
});

it('moves a row up and down, and not out of its list', () => {
  const { form: up, row } = after(rowCommand.up('a.1'));
  expect(titles(up)).toEqual([['inner'], 'first', 'last']);
  expect(row).toBe('a.0');
  expect(titles(after(rowCommand.down('a.1')).form)).toEqual(['first', 'last', ['inner']]);
  expect(titles(after(rowCommand.up('a.0')).form)).toEqual(titles(THREE));
  expect(titles(after(rowCommand.down('a.2')).form)).toEqual(titles(THREE));
});

it('leaves a form alone if there is no such row', () => {
  for (const command of ['', 'remove a.7', 'up', 'remove name', 'down a.x'])
    expect([...after(command).form]).toEqual([...THREE]);
});

it('leaves other lists with the same beginning alone', () => {
  const two = form({
    'a.0.row': '',
    'a.0.b.0.row': '',
    'a.0.b.0.c': '1',
    'aa.0.row': '',
    [ROW_COMMAND]: 'remove a.0',
  });
  expect([...withChangedRows(two).form.keys()]).toEqual(['aa.0.row']);
});
