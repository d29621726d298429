import { csvLine } from './csv.js';

describe('a line of CSV', () => {
  it('has its cells between commas', () => {
    expect(csvLine(['a', '', 'b c'])).toBe('a,,b c\r\n');
  });

  it.each([
    ['a,b', '"a,b"'],
    ['a "b"', '"a ""b"""'],
    ['a\nb', '"a\nb"'],
    ['a\r\nb', '"a\r\nb"'],
  ])('quotes %j', (text, cell) => {
    expect(csvLine([text])).toBe(`${cell}\r\n`);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+44 20', "'+44 20"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', `"'\r'=1"`],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['＝1', "'＝1"],
    ["x;=1+cmd|' /C calc'!A0;", `"x;'=1+cmd|' /C calc'!A0;"`],
    ['a;"=1+1;b', `"a;""'=1+1;b"`],
    ['Hello\n=1', `"Hello\n'=1"`],
    ['1-2', '1-2'],
    [' =1', ' =1'],
  ])('shows %j as text', (text, cell) => {
    expect(csvLine([text])).toBe(`${cell}\r\n`);
  });
});
