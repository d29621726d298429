import fc from 'fast-check';
import { MarkdownBudget } from '../../../../shared/markdown/markdown-budget.js';
import { HeadingLevels } from './heading-levels.js';
import { markdownToHtml } from './markdown.js';
import { ShownPictures } from './shown-picture.js';

function shown(typed: readonly number[], under = 1): number[] {
  const levels = new HeadingLevels(under);
  return typed.map((level) => levels.next(level));
}

describe('headings of a text', () => {
  it.each([
    ['from the first level', [1, 2, 3], [2, 3, 4]],
    ['from the second level', [2, 3, 2, 3], [2, 3, 2, 3]],
    ['with gaps', [2, 4, 6, 4, 2], [2, 3, 4, 3, 2]],
    ['that begin low', [4, 4, 3, 4, 1], [2, 2, 2, 3, 2]],
    ['of one level', [6, 6], [2, 2]],
  ])('%s', (_, typed, expected) => {
    expect(shown(typed)).toEqual(expected);
  });

  it('are one below what they stand under, and never below the lowest level', () => {
    expect(shown([2, 3], 3)).toEqual([4, 5]);
    expect(shown([1, 2, 3, 4, 5, 6], 3)).toEqual([4, 5, 6, 6, 6, 6]);
  });

  it('skip no level, whatever was typed', () => {
    const level = fc.integer({ min: 1, max: 6 });
    fc.assert(
      fc.property(fc.array(level, { minLength: 1 }), fc.integer({ min: 1, max: 3 }), (typed, under) => {
        const levels = [under, ...shown(typed, under)];
        for (const [index, each] of levels.entries()) {
          expect(each).toBeLessThanOrEqual((levels[index - 1] ?? each) + 1);
          expect(each).toBeGreaterThanOrEqual(index === 0 ? under : under + 1);
        }
        expect(levels[1]).toBe(under + 1);
      }),
    );
  });

  it('that are equal stay equal, and a lower one stays lower', () => {
    expect(shown([2, 3, 3, 4, 4, 2, 3])).toEqual([2, 3, 3, 4, 4, 2, 3]);
  });

  it('have their levels in HTML, wherever they stand', () => {
    const text = '### A\n\n> ##### B\n\n- # C\n\nD\n---';
    const html = markdownToHtml(text, new MarkdownBudget(), new ShownPictures(new Map(), false), 2);
    expect(html.match(/<\/?h\d/g)).toEqual(
      ['h3', 'h4', 'h3', 'h4'].flatMap((name) => [`<${name}`, `</${name}`]),
    );
  });
});
