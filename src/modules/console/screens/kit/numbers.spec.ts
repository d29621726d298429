import { changeText, durationText, numberText, percentText } from './numbers.js';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

it('numbers are for people', () => {
  expect(numberText(12_345)).toBe('12,345');
  expect(percentText(0.126)).toBe('13\u00a0%');
});

it('a duration has its two largest units', () => {
  const texts = [0, 0.4, 59.6, 80, 3600, 7384].map(durationText);
  expect(texts.map(plain)).toEqual(['0 s', '0 s', '1 min', '1 min 20 s', '1 h', '2 h 3 min']);
  expect(texts[3]).toBe('1\u00a0min 20\u00a0s');
});

it('a change needs something before', () => {
  const texts = [12, 5, 10].map((now) => plain(changeText(now, 10)!));
  expect(texts).toEqual(['+20 %', '−50 %', '±0 %']);
  expect(changeText(3, 0)).toBeUndefined();
});
