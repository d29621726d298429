import * as fc from 'fast-check';
import { ANY_TIME, readTime, requestTimePattern } from './read-time.js';
import { wireTime, WIRE_TIME_PATTERN } from '../kernel/wire-time.js';

const codeOf = (text: string) => {
  const read = readTime(text);
  return typeof read === 'number' ? read : read.code;
};

describe('a time in a request', () => {
  it('is the same in both forms', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: Date.UTC(9999, 11, 31) }), (moment) => {
        expect(readTime(wireTime(moment))).toBe(moment);
        expect(readTime(new Date(moment).toISOString())).toBe(moment);
      }),
    );
  });

  it('has an offset, which counts', () => {
    const offsets = fc.integer({ min: -1439, max: 1439 });
    fc.assert(
      fc.property(fc.integer({ min: 1e11, max: 1e13 }), offsets, (moment, offset) => {
        const local = new Date(moment + offset * 60_000).toISOString().slice(0, -1);
        const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60].map((each) =>
          String(each).padStart(2, '0'),
        );
        expect(readTime(`${local}${offset < 0 ? '-' : '+'}${hours}:${minutes}`)).toBe(moment);
      }),
    );
  });

  it.each([
    ['2025-11-15T00:00:00Z', 1763164800000],
    ['2025-11-15t00:00:00z', 1763164800000],
    ['2025-11-15T00:00:00-00:00', 1763164800000],
    ['2025-11-15T01:30:00+01:30', 1763164800000],
    ['2025-11-14T00:01:00-23:59', 1763164800000],
    ['2025-11-15T00:00:00.1Z', 1763164800100],
    ['2025-11-15T00:00:00.001Z', 1763164800001],
    ['2025-11-15T23:59:59.999999999Z', 1763251199999],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['2000-02-29T00:00:00Z', Date.UTC(2000, 1, 29)],
    ['9999-12-31T23:59:59.999-23:59', Date.UTC(10000, 0, 1, 23, 58, 59, 999)],
    ['+999999999999999', 999999999999999],
  ])('%s is %d', (text, moment) => {
    expect(readTime(text)).toBe(moment);
  });

  it.each([
    ['', 'wrong_pattern'],
    ['1763164800000', 'wrong_pattern'],
    ['+0763164800000', 'wrong_pattern'],
    ['+1000000000000000', 'wrong_pattern'],
    ['+１７６３１６４８０００００', 'wrong_pattern'],
    ['2025-11-15', 'wrong_pattern'],
    ['2025-11-15T00:00:00', 'wrong_pattern'],
    ['2025-11-15 00:00:00Z', 'wrong_pattern'],
    ['2025-11-15T00:00Z', 'wrong_pattern'],
    ['2025-11-15T00:00:00.Z', 'wrong_pattern'],
    ['2025-11-15T00:00:00.0000000000Z', 'wrong_pattern'],
    ['2025-11-15T00:00:00+0100', 'wrong_pattern'],
    ['2025-11-15T00:00:00Z\n', 'wrong_pattern'],
    ['+2025-11-15T00:00:00Z', 'wrong_pattern'],
    ['2016-12-31T23:59:60Z', 'impossible_time'],
    ['2025-02-29T00:00:00Z', 'impossible_time'],
    ['2100-02-29T00:00:00Z', 'impossible_time'],
    ['2025-04-31T00:00:00Z', 'impossible_time'],
    ['2025-00-01T00:00:00Z', 'impossible_time'],
    ['2025-13-01T00:00:00Z', 'impossible_time'],
    ['2025-01-00T00:00:00Z', 'impossible_time'],
    ['2025-01-01T24:00:00Z', 'impossible_time'],
    ['2025-01-01T00:60:00Z', 'impossible_time'],
    ['2025-01-01T00:00:00+24:00', 'impossible_time'],
    ['2025-01-01T00:00:00+01:60', 'impossible_time'],
    ['1970-01-01T00:00:00.009Z', 'out_of_range'],
    ['1970-01-01T00:00:00+00:01', 'out_of_range'],
    ['0001-01-01T00:00:00Z', 'out_of_range'],
  ])('%j is refused: %s', (text, code) => {
    expect(codeOf(text)).toBe(code);
  });

  it('is within its range', () => {
    const range = { minDigits: 12, maxDigits: 13 };
    expect(readTime('+100000000000', range)).toBe(100000000000);
    expect(readTime('+99999999999', range)).toEqual({
      code: 'out_of_range',
      message:
        'must be from +100000000000 (1973-03-03T09:46:40.000Z) to +9999999999999 (2286-11-20T17:46:39.999Z)',
    });
  });

  it('matches the documented pattern, as all answers do', () => {
    const pattern = new RegExp(requestTimePattern(ANY_TIME));
    for (const text of ['+10', '+1763164800000', '2025-11-15T00:00:00.123456789+05:30'])
      expect(text).toMatch(pattern);
    expect(requestTimePattern(ANY_TIME)).toContain(WIRE_TIME_PATTERN.slice(1, -1));
  });
});
