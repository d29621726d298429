import { changeText, durationText, numberText, percentText } from './numbers.js';

it('numbers are for people', () => {
  expect(numberText(12_345)).toBe('12,345');
  expect(percentText(0.126)).toBe('13 %');
});

it('a duration has its two largest units', () => {
  expect([0, 0.4, 59.6, 80, 3600, 7384].map(durationText)).toEqual([
    ...['0 s', '0 s', '1 min', '1 min 20 s', '1 h', '2 h 3 min'],
  ]);
});

it('a change needs something before', () => {
  expect([changeText(12, 10), changeText(5, 10), changeText(10, 10)]).toEqual(['+20 %', '−50 %', '±0 %']);
  expect(changeText(3, 0)).toBeUndefined();
});
