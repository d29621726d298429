import { placeOfFault } from './json-fault.js';

describe('the place where a text stops to be JSON', () => {
  it.each([
    ['', 'line 1, column 1'],
    ['{"title":', 'line 1, column 10'],
    ['{"title": x}', 'line 1, column 11'],
    ['{"a": 1,}', 'line 1, column 9'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3'],
    ['[1, 2,]', 'line 1, column 7'],
    ['[1 2]', 'line 1, column 4'],
    ['{"a": [}', 'line 1, column 8'],
    ["{'a': 1}", 'line 1, column 2'],
    ['{a: 1}', 'line 1, column 2'],
    ['{"a" 1}', 'line 1, column 6'],
    ['"no end', 'line 1, column 1'],
    ['["\\x"]', 'line 1, column 2'],
    ['[01]', 'line 1, column 3'],
    ['{} {}', 'line 1, column 4'],
    ['NaN', 'line 1, column 1'],
    [`${'['.repeat(100_000)}x`, 'line 1, column 100001'],
    [`["${'x'.repeat(1_000_000)}" x]`, 'line 1, column 1000005'],
  ])('%.30s', (text, place) => {
    expect(() => JSON.parse(text) as unknown).toThrow();
    expect(placeOfFault(text)).toBe(place);
  });

  it.each(['{"a":[1,-2.5e+3,true,null,"\\u00e9"],"b":{}}', ' [ ] ', '0'])('is the end of %s', (text) => {
    expect(placeOfFault(text)).toBe(`line 1, column ${text.length + 1}`);
  });
});
