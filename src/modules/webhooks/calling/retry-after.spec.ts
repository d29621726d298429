import { retryAfterMs } from './retry-after.js';

describe('Retry-After', () => {
  const now = new Date('2026-11-15T08:00:00.500Z');
  const DAY = 86_400_000;

  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 5 ', 5000],
    ['86400', DAY],
    ['86401', DAY],
    ['9'.repeat(400), DAY],
    ['Sun, 15 Nov 2026 08:01:00 GMT', 59_500],
    ['Sunday, 15-Nov-26 08:01:00 GMT', 59_500],
    ['Sun Nov 15 08:01:00 2026', 59_500],
    ['Sat, 14 Nov 2026 08:00:00 GMT', 0],
    ['Fri, 01 Jan 2100 00:00:00 GMT', DAY],
    ['', null],
    ['-1', null],
    ['1.5', null],
    ['0x10', null],
    ['soon', null],
    ['2026-11-15T08:01:00Z', null],
    ['Sun, 99 Nov 2026 08:01:00 GMT', null],
  ])('of %j asks for %p', (text, expected) => {
    expect(retryAfterMs(text, now)).toBe(expected);
  });

  it('counts once where it comes twice or not at all', () => {
    expect(retryAfterMs(['3', '9'], now)).toBe(3000);
    expect(retryAfterMs(undefined, now)).toBeNull();
  });
});
