import { MarkdownBudget } from '../../shared/markdown/markdown-budget.js';
import type { ShownPicturesApi } from '../assets/index.js';
import type { Content, TextAuthor } from '../pages/index.js';
import { PagePictures } from './page-pictures.js';
import { markdownToHtml } from './rendering/markdown.js';
import { TextPictures } from './rendering/shown-picture.js';

const FOREIGN = '![A "b"](https://a.example/x.png?a=1&b=2)';

const NONE = { find: () => Promise.resolve(new Map()), signer: () => Promise.resolve(() => '') };

async function shownBy(author: TextAuthor | null, showsForeignImages: boolean): Promise<string> {
  const pictures = new PagePictures(NONE as unknown as ShownPicturesApi);
  const content: Content = {
    title: '',
    metadata: {},
    sections: [{ type: 'body', text: FOREIGN }],
    scripts: [],
  };
  const { inTexts } = await pictures.of({ content, author }, { showsForeignImages });
  return markdownToHtml(FOREIGN, new MarkdownBudget(), inTexts);
}

describe('an image of another host', () => {
  it('is shown if the page allows it, and is not told which page shows it', async () => {
    expect(await shownBy('template', true)).toBe(
      '<p><img src="https://a.example/x.png?a=1&amp;b=2" alt="A &quot;b&quot;" loading="lazy" decoding="async" referrerpolicy="no-referrer"></p>\n',
    );
  });

  it.each([
    ['template', false],
    ['model', true],
    [null, true],
  ] as const)('is a link in a text of %s if foreign images are %s', async (author, showsForeignImages) => {
    expect(await shownBy(author, showsForeignImages)).toContain('<a href="https://a.example/x.png');
  });

  it('is known by its origin, for the policy of the page', () => {
    const pictures = new TextPictures(new Map(), true);
    for (const url of ['https://a.example/1', 'http://b.example:81/2', 'https://a.example/3'])
      expect(pictures.at(url)).toEqual({ url, isForeign: true });
    for (const url of ['/x', 'mailto:a@b.example', 'data:,x', 'javascript:x'])
      expect(pictures.at(url)).toBeUndefined();
    expect([...pictures.origins]).toEqual(['https://a.example', 'http://b.example:81']);
  });
});

describe('a picture with a size', () => {
  const assetId = 'asset_01je7nqt00e00800000000zzzz';
  const sized = { url: '/x', width: 4, height: 3, srcset: '/x 320w, /y 640w' };

  it('is written with it', () => {
    const pictures = new TextPictures(new Map([[assetId, sized]]), false);
    expect(markdownToHtml(`![](asset:${assetId})`, new MarkdownBudget(), pictures)).toBe(
      '<p><img src="/x" srcset="/x 320w, /y 640w" sizes="(min-width: 44rem) 42rem, 100vw" alt="" width="4" height="3" loading="lazy" decoding="async"></p>\n',
    );
  });

  it('costs steps, so that many texts with many pictures are bounded', () => {
    const spent = (pictures: TextPictures) => {
      const budget = new MarkdownBudget();
      markdownToHtml(`![](asset:${assetId})\n`.repeat(200), budget, pictures);
      return budget.spent;
    };
    const without = spent(new TextPictures(new Map(), false));
    expect(spent(new TextPictures(new Map([[assetId, sized]]), false)) - without).toBe(100 * 2000);
  });
});
