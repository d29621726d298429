import { fieldsOf } from './sent-fields.js';

it('a form has its fields, also those without a value', () => {
  expect([...fieldsOf('name=A+b&empty&empty=&name=c%26d')]).toEqual([
    ['name', 'A b'],
    ['empty', ''],
    ['empty', ''],
    ['name', 'c&d'],
  ]);
  expect([...fieldsOf('')]).toEqual([]);
  expect([...fieldsOf(undefined)]).toEqual([]);
});

it('a form with too many fields is refused before they are read', () => {
  expect(() => fieldsOf('a&'.repeat(500_000))).toThrow('A form can have at most 5000 fields.');
});
