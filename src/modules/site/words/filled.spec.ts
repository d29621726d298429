import { filled } from './filled.js';

const CHARACTERS = {
  one: 'at most {count} character of {length}',
  other: 'at most {count} characters of {length}',
};

describe('a text with placeholders', () => {
  it('has the plural of its count', () => {
    expect(filled(CHARACTERS, { count: 1, length: 2 }, 'en')).toBe('at most 1 character of 2');
    expect(filled(CHARACTERS, { count: 2, length: 3 }, 'en')).toBe('at most 2 characters of 3');
  });

  it('has numbers and times as in its language', () => {
    expect(filled('{count}', { count: 10_000 }, 'de')).toBe('10.000');
    expect(filled('{count}', { count: 10_000 }, 'en')).toBe('10,000');
    expect(filled('{when}', { when: { after: 5, unit: 'second' } }, 'ja')).toBe('5 秒後');
    expect(filled('{when}', { when: { after: 1, unit: 'minute' } }, 'nl')).toBe('over 1 minuut');
  });

  it('does not replace what was put into it', () => {
    expect(filled('{example}, {other}', { example: '{count} $&', count: 1 }, 'en')).toBe(
      '{count} $&, {other}',
    );
  });
});
