import { MarkdownBudget } from '../../../shared/markdown/markdown-budget.js';
import type { AssetsApi, ShownPicturesApi } from '../../assets/index.js';
import type { Content, TextAuthor } from '../../pages/index.js';
import { PagePictures } from './page-pictures.js';
import { markdownToHtml } from '../rendering/texts/markdown.js';
import { ShownPictures } from '../rendering/texts/shown-picture.js';

const FOREIGN = '![A "b"](https://a.example/x.png?a=1&b=2)';

const NONE = { find: () => Promise.resolve(new Map()), signer: () => Promise.resolve(() => '') };

const NO_LOGOS = { assetsNamed: () => Promise.resolve(() => undefined) } as unknown as AssetsApi;

async function shownBy(author: TextAuthor | null, showsForeignImages: boolean): Promise<string> {
  const pictures = new PagePictures(NONE as unknown as ShownPicturesApi, NO_LOGOS);
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
      '<p dir="auto"><img src="https://a.example/x.png?a=1&amp;b=2" alt="A &quot;b&quot;" loading="lazy" decoding="async" referrerpolicy="no-referrer"></p>\n',
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
    const pictures = new ShownPictures(new Map(), true);
    for (const url of ['https://a.example/1', 'http://b.example:81/2', 'https://a.example/3'])
      expect(pictures.at(url)).toEqual({ url, isForeign: true });
    for (const url of ['/x', 'mailto:a@b.example', 'data:,x', 'javascript:x'])
      expect(pictures.at(url)).toBeUndefined();
    expect([...pictures.origins]).toEqual(['https://a.example', 'http://b.example:81']);
  });
});

describe('the pictures of the cover and of blocks', () => {
  const ids = Array.from({ length: 7 }, (_, at) => `asset_01je7nqt00e00800000000zzz${at}`);
  const [cover, alone, beside, portrait, inBlock, inBody, hidden] = ids.map((assetId) => ({
    ...{ assetId, altText: '' },
  }));

  const assets = {
    find: (named: readonly string[]) =>
      Promise.resolve(
        new Map(named.map((id) => [id, { fileId: id, hidden: id === hidden!.assetId, variants: [] }])),
      ),
    signer: () => Promise.resolve((fileId: string) => fileId),
  };

  const content: Content = {
    ...{ title: '', metadata: {}, scripts: [], coverImage: cover! },
    sections: [
      { type: 'body', text: `![](asset:${inBody!.assetId})` },
      {
        type: 'blocks',
        blocks: [
          { type: 'text', text: `![](asset:${inBlock!.assetId}) ${FOREIGN}` },
          { type: 'picture', picture: alone! },
          { type: 'picture', picture: hidden! },
          { type: 'picture_text', pictureSide: 'end', picture: beside!, text: '' },
          { type: 'quote', quote: '', name: '', portrait: portrait! },
          { type: 'quote', quote: '', name: '' },
          { type: 'steps', steps: [] },
        ],
      },
    ],
  };

  it.each(['template', 'model', null] as const)(
    "are the tenant's own where %s wrote the body, and the page follows all of them",
    async (author) => {
      const pictures = new PagePictures(assets as unknown as ShownPicturesApi, NO_LOGOS);
      const { placed, inTexts, state } = await pictures.of({ content, author }, { showsForeignImages: true });
      const shown = ids.map((assetId) => placed.of({ assetId }) !== undefined);
      expect(shown).toEqual([true, true, true, true, true, false, false]);
      expect(placed.at('https://a.example/x.png')).toBeDefined();
      expect(inTexts.of(alone)).toBeUndefined();
      expect(inTexts.of(inBody) !== undefined).toBe(author === 'template');
      const followed = author === 'template' ? ids : ids.filter((id) => id !== inBody!.assetId);
      expect([...state.assetIds].sort()).toEqual(followed);
    },
  );
});

describe('a picture with a size', () => {
  const assetId = 'asset_01je7nqt00e00800000000zzzz';
  const sized = { url: '/x', width: 4, height: 3, srcset: '/x 320w, /y 640w' };

  it('is written with it', () => {
    const pictures = new ShownPictures(new Map([[assetId, sized]]), false);
    expect(markdownToHtml(`![](asset:${assetId})`, new MarkdownBudget(), pictures)).toBe(
      '<p dir="auto"><img src="/x" srcset="/x 320w, /y 640w" sizes="(min-width: 44rem) 42rem, 100vw" alt="" width="4" height="3" loading="lazy" decoding="async"></p>\n',
    );
  });

  it('costs steps, so that many texts with many pictures are bounded', () => {
    const spent = (pictures: ShownPictures) => {
      const budget = new MarkdownBudget();
      markdownToHtml(`![](asset:${assetId})\n`.repeat(200), budget, pictures);
      return budget.spent;
    };
    const without = spent(new ShownPictures(new Map(), false));
    expect(spent(new ShownPictures(new Map([[assetId, sized]]), false)) - without).toBe(100 * 2000);
  });
});
