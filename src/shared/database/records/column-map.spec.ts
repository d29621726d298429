import { p } from '@mikro-orm/core';
import { columns } from './column-map.js';
import { bigNumber, moment } from './columns.js';

const map = columns({
  name: p.text(),
  sortOrder: bigNumber(),
  paidAt: moment().nullable().fieldName('paid'),
  address: p.json<{ city: string }>().nullable(),
});

const RECORD = { name: 'Ada', sortOrder: 7, paidAt: new Date(1763164800000), address: { city: 'London' } };

describe('a column map', () => {
  it('selects each column under the name of its property', () => {
    expect(map.select('r')).toBe(
      `r.name as "name", r.sort_order::float8 as "sortOrder", ` +
        `round(date_part('epoch', r.paid) * 1000) as "paidAt", r.address as "address"`,
    );
  });

  it('assigns parameters in the order in which it gives them', () => {
    expect(map.assignments(3)).toBe('name = $3, sort_order = $4, paid = $5, address = $6');
    expect(map.toParams(RECORD)).toEqual(['Ada', 7, RECORD.paidAt, '{"city":"London"}']);
  });

  it('shows moments as the wire has them, whether an entity or a row brings them, and null for what is absent', () => {
    const shown = { name: 'Ada', sortOrder: 7, paidAt: '+1763164800000', address: { city: 'London' } };
    expect(map.toView(RECORD)).toEqual(shown);
    expect(map.toView({ ...RECORD, paidAt: 1763164800000 })).toEqual(shown);
    expect(map.toView({ name: 'Ada', sortOrder: 0 })).toEqual({
      ...{ name: 'Ada', sortOrder: 0 },
      ...{ paidAt: null, address: null },
    });
  });

  it('makes dates of the moments of a row, for an entity', () => {
    expect(map.fromRow({ ...RECORD, paidAt: 1763164800000 })).toEqual(RECORD);
    expect(map.fromRow({ name: 'Ada', sortOrder: 0 }).paidAt).toBeNull();
  });

  it('makes placeholders for its parameters', () => {
    expect(map.placeholders(2)).toBe('$2, $3, $4, $5');
  });

  it('takes of a change what it gives', () => {
    const change = { name: undefined, paidAt: null, sortOrder: 3, secret: 'x' };
    expect(Object.entries(map.given(change))).toEqual([
      ['sortOrder', 3],
      ['paidAt', null],
    ]);
  });

  it('leaves columns out', () => {
    const others = map.without('sortOrder', 'address');
    expect(others.columns).toEqual(['name', 'paid']);
    expect(others.toView(RECORD)).toEqual({ name: 'Ada', paidAt: '+1763164800000' });
  });

  it('picks its own values, and joins another map', () => {
    const record = { ...RECORD, address: undefined, secret: 'x', slug: 'ada' };
    expect(map.valuesOf(record)).toEqual({ ...RECORD, address: null });
    expect(Object.keys(map.and(columns({ slug: p.text() })).valuesOf(record))).toEqual([
      ...map.names,
      'slug',
    ]);
  });
});
