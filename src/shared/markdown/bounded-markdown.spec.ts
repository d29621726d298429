import MarkdownIt from 'markdown-it';
import { BoundedMarkdown } from './bounded-markdown.js';
import { MarkdownBudget, TEXT_STEPS, TOTAL_STEPS } from './markdown-budget.js';

/** The length of the longest text that a field accepts. */
const LENGTH = 100_000;

const markdown = new BoundedMarkdown(new MarkdownIt());

function filled(part: string, length = LENGTH): string {
  return part.repeat(Math.ceil(length / part.length)).slice(0, length);
}

/** Different characters of a language with many. */
function ideographs(length: number): string {
  return String.fromCharCode(...Array.from({ length }, (_, at) => 0x4e00 + (at % 20_000)));
}

const QUOTES = '>'.repeat(99);
const table = (columns: number) => `${'a|'.repeat(columns)}\n${'-|'.repeat(columns)}\n`;
const defined = (definition: string) => `[a]: ${definition}\n\n`;

describe('a hostile text is given up', () => {
  it.each([
    ...['[', '![', '![a', '[a', '[ ', '[&', '[`', '*[', '![*', '<![CDATA[', '[a][', '[ab cd. ', '![![a](b) '],
    ...['[a](b "', "[a](b '", '[a](b (', '[[a](b)', '[*a](b)*', '[](a)', '[a](a:b)', '<aa:>', '<a@b.c>'],
    ...['a*', '*_', '_a', 'a\n', 'a\n\n', '# a\n', 'a\n=\n'],
    ...['- a\n', '1. a\n', '- a\n* a\n+ a\n', '-|-\n', '|-\n', '[a]: b\n', '[a\n'],
  ])('%j, again and again', (part) => {
    expect(markdown.render(filled(part), new MarkdownBudget())).toBeUndefined();
  });

  it.each([
    ['brackets that close at the end', filled('[', LENGTH / 2) + filled(']', LENGTH / 2)],
    ['images in images', filled(`${'!['.repeat(90)}a${'](b)'.repeat(90)} `)],
    ['a long text in many images', `${'!['.repeat(90)}${filled('a ')}${'](b)'.repeat(90)}`],
    ['links in many images', `${'!['.repeat(90)}${filled('[a](b)')}${'](b)'.repeat(90)}`],
    ['many long URLs of images', `${'!['.repeat(30)}a${`](http://a/${'b'.repeat(3000)})`.repeat(30)}`],
    ['a long label in many brackets', `${defined('b')}${'['.repeat(95)}${filled('a')}${']'.repeat(95)}`],
    ['many quotes around many lines', QUOTES + filled('a\n')],
    ['many quotes around many rulers', `${QUOTES}a\n${filled('**x\n')}`],
    ['many quotes in each line', filled(`${QUOTES}a\n`, 3 * LENGTH)],
    ['many lists around many lines', '- '.repeat(49) + filled('a\n')],
    ['many lists in each line', filled(`${'- '.repeat(49)}a\n`)],
    ['short rows of a wide table', table(200) + filled('a\n')],
    ['short rows of a narrow table', table(2) + filled('a\n')],
    ['short rows of many wide tables', filled(`${table(200)}${'a\n'.repeat(300)}\n`)],
    ['many links to a long URL', defined(`http://a/${filled('b', 50_000)}`) + filled('[a]', 50_000)],
    ['many images of a long URL', defined(`http://a/${filled('b', 30_000)}`) + filled('![a]', 70_000)],
    ['many links with a long title', defined(`b '${filled('"', 20_000)}'`) + filled('[a]', 80_000)],
    ['a long host in Punycode', `[a](http://${ideographs(33_000)})`],
    ['many long hosts in Punycode', filled(`[a](http://${ideographs(2000)})`)],
    ['a long host of an address', `<mailto:a@${ideographs(30_000)}>`],
    ['a long host from Punycode', `<http://xn--${filled('a')}>`],
  ])('%s', (_, text) => {
    expect(markdown.render(text, new MarkdownBudget())).toBeUndefined();
  });
});

describe('a harmless text is rendered', () => {
  it.each([
    ...[
      '<',
      '<a ',
      '<!--',
      '&',
      '&amp;',
      '&nGt;',
      '"',
      '`',
      '`a`` ',
      ']',
      '](',
      '[]',
      '[a]',
      '[a](',
      ':',
      '!',
      '*',
      '~',
    ],
    ...['*a ', '**a*', '~~a~~ ', '*a**b***c', '\\\n', '-\n', '> [a]: b\n', `[a](http://${ideographs(60)})`],
    ...[' ', '\t', '\n', '\r', '    a\n', '```\n', '---\n', '- ', '> ', '|', '😀', 'a', 'a b '],
  ])('%j, again and again', (part) => {
    const html = markdown.render(filled(part), new MarkdownBudget());
    expect(html!.length).toBeLessThan(10 * LENGTH);
  });

  const sentence = 'The quick brown fox jumps over the lazy dog, and nobody minds. ';
  it.each([
    ['prose', `${sentence.repeat(5)}\n\n`],
    ['one paragraph', sentence],
    ['lines', `${sentence}\n`],
    ['links', `${sentence} [a link](https://www.example.com/path?q=1)\n\n`],
    ['a list of links', '- [An item](https://example.com/item)\n'],
    ['autolinks', 'See <https://example.com/item>. '],
    ['emphasis', '**Bold text** and *italic text* with `code` and ~~no more~~\n\n'],
    ['nested lists', `- ${sentence}\n  - ${sentence}\n    1. ${sentence}\n`],
    ['tasks', '- [ ] To do this\n- [x] To do that\n'],
    ['tables', '| Name | Price |\n|---|--:|\n| This one | 10 € |\n| That one | 20 € |\n\n'],
    ['code', '```js\nconst a = [b](c) * d; // *e*\n```\n\n'],
    ['quotes', `> ${sentence}\n> ${sentence}\n\n`],
    ['headings', `## A heading\n\n${sentence}\n\n`],
    ['images', '![A photo](https://example.com/photo.jpg)\n\n'],
    ['images in links', '[![A badge](https://example.com/badge.svg)](https://example.com)\n'],
    ['Chinese', '这是一个关于产品的说明，包含**重点**和[链接](https://例子.测试/路径)。'],
    ['brackets', `${sentence} [sic] and list[1] [ ] [^1]\n\n`],
    ['a mixture', `## A\n\n${sentence} **b** [c](/d)\n\n- e\n  - *f*\n\n| g |\n|---|\n| \`h\` |\n\n> i\n\n`],
  ])('%s', (_, part) => {
    const text = filled(part);
    expect(markdown.render(text, new MarkdownBudget())).toBe(new MarkdownIt().render(text));
  });
});

describe('the budget', () => {
  it('is counted: a text takes the same steps each time', () => {
    const steps = [1, 2].map(() => {
      const budget = new MarkdownBudget();
      markdown.render(filled('[a](b) *c* `d`\n'), budget);
      return budget.spent;
    });
    expect(steps[0]).toBeGreaterThan(0);
    expect(steps[1]).toBe(steps[0]);
  });

  it('is spent by the texts of a page in their order, until nothing is left', () => {
    const budget = new MarkdownBudget();
    const hostile = filled('[');
    const rendered = [hostile, 'a *b*', hostile, 'c', hostile, 'd'].map((text) =>
      markdown.render(text, budget),
    );
    expect(rendered).toEqual([
      undefined,
      '<p>a <em>b</em></p>\n',
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(budget.spent).toBe(TOTAL_STEPS);
  });

  it('limits each text, so that one does not take all', () => {
    const budget = new MarkdownBudget();
    markdown.parse(filled('['), budget);
    expect(budget.spent).toBeGreaterThan(TEXT_STEPS);
    expect(budget.spent).toBeLessThan(TEXT_STEPS * 1.01);
  });

  it('does not hide other errors', () => {
    const broken = new MarkdownIt();
    broken.core.ruler.push('broken', () => {
      throw new Error('broken');
    });
    expect(() => new BoundedMarkdown(broken).render('a', new MarkdownBudget())).toThrow('broken');
  });
});
