import { columnsFor } from './logo-columns.js';

describe('logos', () => {
  it('are in one row up to six', () => {
    expect([1, 2, 3, 4, 5, 6].map(columnsFor)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('leave as few gaps in the last row as they can', () => {
    const columns = Object.fromEntries(
      [7, 8, 9, 10, 12, 15, 16, 20].map((count) => [count, columnsFor(count)]),
    );
    expect(columns).toEqual({ 7: 4, 8: 4, 9: 5, 10: 5, 12: 6, 15: 5, 16: 4, 20: 5 });
  });
});
