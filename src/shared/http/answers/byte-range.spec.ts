import { rangeOf, UNSATISFIABLE } from './byte-range.js';

describe('a byte range', () => {
  it.each([
    ['bytes=0-', { first: 0, last: 9 }],
    ['bytes=0-99', { first: 0, last: 9 }],
    ['bytes=9-9', { first: 9, last: 9 }],
    ['bytes=-1', { first: 9, last: 9 }],
    ['bytes=-10', { first: 0, last: 9 }],
    ['bytes=-99', { first: 0, last: 9 }],
    ['bytes=10-', UNSATISFIABLE],
    ['bytes=-0', UNSATISFIABLE],
    ['bytes=3-2', undefined],
    ['bytes=0-1,2-3', undefined],
    ['bytes=', undefined],
    [undefined, undefined],
  ])('%s of ten bytes', (header, expected) => {
    expect(rangeOf(header, 10)).toEqual(expected);
  });

  it('of an empty file is never there', () => {
    expect([rangeOf('bytes=0-', 0), rangeOf('bytes=-1', 0)]).toEqual([UNSATISFIABLE, UNSATISFIABLE]);
  });
});
