import { shareOf } from './card-rows.js';

describe('cards', () => {
  it.each(Array.from({ length: 12 }, (_, index) => index + 2))('of %i fill each of their rows', (count) => {
    const widths = { lone: 6, half: 3, third: 2 };
    let used = 0;
    for (let index = 0; index < count; index++) {
      const width = widths[shareOf(index, count)];
      // A card that does not fit would begin the next row, and leave a gap.
      expect((used % 6) + width).toBeLessThanOrEqual(6);
      used += width;
    }
    expect(used % 6).toBe(0);
  });

  it('of one is not a band across the page', () => {
    expect(shareOf(0, 1)).toBe('lone');
  });
});
