import { plainTextToHtml } from './plain-text.js';

describe('plain text as HTML', () => {
  it('keeps paragraphs and line breaks', () => {
    expect(plainTextToHtml('\n a\r\nb\n \t\n\n\rc\n')).toBe(
      '<p dir="auto">a<br>\nb</p>\n<p dir="auto">c</p>\n',
    );
  });

  it('is escaped', () => {
    expect(plainTextToHtml('<b title="a">&amp;')).toBe(
      '<p dir="auto">&lt;b title=&quot;a&quot;&gt;&amp;amp;</p>\n',
    );
  });

  it('is empty without text', () => {
    expect(plainTextToHtml(' \n\n ')).toBe('');
  });
});
