import { made } from '../../assets/support.js';
import { ModelServer, saying, WORDS } from '../../pages/composing/model-server.js';
import { pathOf } from '../../pages/records.js';
import { startTestService, type TestService } from '../../support/test-service.js';
import { until } from '../../support/until.js';
import { SiteVisitor } from '../site-visitor.js';

const model = new ModelServer();
let service: TestService;
let visitor: SiteVisitor;

beforeAll(async () => {
  const COMPOSER_URL = await model.start();
  service = await startTestService({
    ...{ ROLE: 'all', COMPOSER: 'openai', COMPOSER_URL, COMPOSER_MODEL: 'tiny', COMPOSER_KEY: 'sk-x' },
  });
  visitor = new SiteVisitor({ service, api: service.home.api, strangerApi: service.stranger.api });
});
afterAll(async () => {
  await model.stop();
  await service.close();
});

const DRAWING = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>');

const placed = async (altText: string) => {
  const { assetId } = await made(service, { content: DRAWING });
  return { assetId, altText };
};

/** What stands between the text before the blocks and the footer. */
async function mainAt(path: string): Promise<string> {
  const { text } = await visitor.open(path).expect(200);
  return /<main>(.*)<\/main>/s.exec(text)![1]!;
}

const altsIn = (html: string) => [...html.matchAll(/<img [^>]*alt="([^"]*)"/g)].map(([, alt]) => alt);

const IMAGE = 'width="40" height="30" loading="lazy" decoding="async"';

describe('a block', () => {
  const shown: [type: string, block: () => object | Promise<object>, html: RegExp][] = [
    [
      'text',
      () => ({ type: 'text', title: 'Why', text: '# Because\n\nIt *works*' }),
      /<h2 dir="auto">Why<\/h2><div class="prose"><h3[^>]*>Because<\/h3>\n<p[^>]*>It <em>works<\/em>/,
    ],
    [
      'picture',
      async () => ({ type: 'picture', picture: await placed('A view'), caption: 'From above' }),
      new RegExp(
        `<figure[^>]*><img src="/_foyer/files/[^"]+" alt="A view" ${IMAGE}/?><figcaption dir="auto">From above<`,
      ),
    ],
    [
      'picture_text',
      async () => ({
        ...{ type: 'picture_text', picture: await placed('A desk'), pictureSide: 'end' },
        ...{ title: 'Beside', text: 'It is **there**' },
      }),
      new RegExp(
        `at-end"><div class="framed"><img [^>]*alt="A desk" ${IMAGE}/?></div><div><h2[^>]*>Beside</h2>.*<strong>there</strong>`,
      ),
    ],
    [
      'quote',
      async () => ({
        ...{ type: 'quote', quote: 'It took a day', name: 'Grace', role: 'Admiral' },
        portrait: await placed('Grace at work'),
      }),
      /<img [^>]*alt="Grace at work"[^>]*><blockquote[^>]*>It took a day<\/blockquote><figcaption><strong[^>]*>Grace<\/strong><span[^>]*>Admiral</,
    ],
    [
      'steps',
      () => ({
        type: 'steps',
        title: 'How',
        steps: [{ title: 'Write', text: 'a *text*' }, { title: 'Send' }],
      }),
      /<h2[^>]*>How<\/h2><ol role="list"><li><h3[^>]*>Write<\/h3><div class="prose"><p[^>]*>a <em>text<\/em><\/p>\n<\/div><\/li><li><h3[^>]*>Send<\/h3><\/li><\/ol>/,
    ],
  ];

  it.each(shown)('of type %s is shown', async (type, block, html) => {
    await visitor.shown(`/of-${type}`, { blocks: [await block()] });
    expect(await mainAt(`/home/of-${type}`)).toMatch(html);
  });

  it('has no heading below another one that is not there', async () => {
    const blocks = [
      { type: 'text', text: '# First' },
      { type: 'steps', steps: [{ title: 'Only' }] },
    ];
    await visitor.shown('/untitled', { blocks });
    const html = await mainAt('/home/untitled');
    expect(html).toMatch(/<h2[^>]*>First<\/h2>/);
    expect(html).toMatch(/<li><h2[^>]*>Only<\/h2>/);
  });
});

describe('a picture of a block or of the cover', () => {
  it('follows its asset, and leaves nothing behind: its block, or the rest of it', async () => {
    const [cover, alone, beside, portrait] = await Promise.all(
      ['Cover', 'Alone', 'Beside', 'Portrait'].map(placed),
    );
    const page = {
      coverImage: cover,
      blocks: [
        { type: 'picture', picture: alone, caption: 'The caption' },
        { type: 'picture_text', picture: beside, pictureSide: 'start', title: 'Stays', text: 'This, too' },
        { type: 'quote', quote: 'Words remain', name: 'Ada', portrait },
      ],
    };
    const audience = await visitor.shown('/follows', page);
    expect(altsIn(await mainAt('/home/follows'))).toEqual(['Cover', 'Alone', 'Beside', 'Portrait']);
    expect(altsIn(await mainAt(await visitor.previewPath(audience)))).toHaveLength(4);
    await service.home.api.patch(`/v0/assets/${cover!.assetId}`, { hidden: true }).expect(200);
    for (const { assetId } of [alone!, beside!, portrait!])
      await service.home.api.delete(`/v0/assets/${assetId}`).expect(200);
    const html = await until(async () => {
      const now = await mainAt('/home/follows');
      return !now.includes('<img') && now;
    });
    for (const gone of ['<picture', '<figure class="block framed', 'The caption', 'class="framed"'])
      expect(html).not.toContain(gone);
    for (const left of ['Stays', 'This, too', 'Words remain']) expect(html).toContain(left);
    await service.home.api.post(`/v0/assets/trash/${alone!.assetId}/restore`).expect(200);
    await until(async () => (await mainAt('/home/follows')).includes('The caption'));
  });

  it("is the tenant's own where a model wrote the text", async () => {
    const [cover, alone, inBlock, ofModel] = await Promise.all(['Cover', 'Alone', 'x', 'x'].map(placed));
    const blocks = [
      { type: 'picture', picture: alone },
      { type: 'text', text: `![In block](asset:${inBlock!.assetId})` },
    ];
    const audience = await visitor.shown('/model', { coverImage: cover, blocks });
    model.ways.push(saying({ ...WORDS, body: `![Of model](asset:${ofModel!.assetId}) by the model` }));
    const { versionId } = await visitor.version(audience);
    await until(async () => {
      const now = await visitor.read<typeof audience>(pathOf(audience));
      return now.publishedVersion.versionId === versionId;
    });
    const html = await until(async () => {
      const now = await mainAt('/home/model');
      return now.includes('by the model') && now;
    });
    expect(altsIn(html)).toEqual(['Cover', 'Alone', 'In block']);
  });
});

describe('widgets', () => {
  const logo = (url: string) => ({ image: { altText: 'Logo', url, fileId: '', assetId: '' } });
  const widgets = (...each: object[]) => ({
    actionCardWidgets: each.map((widget) => ({ title: 'A title', url: '', logos: [], ...widget })),
  });

  it('without anything to show have no heading either', async () => {
    const none = [
      { type: 'logo_marquee' },
      { type: 'logo_marquee', logos: [logo('javascript:x')] },
      { type: 'video', url: 'javascript:x' },
    ];
    await visitor.shown('/nothing', widgets(...none));
    expect(await mainAt('/home/nothing')).not.toContain('A title');
  });

  it('stand in pairs if they are videos, the first of an odd number alone', async () => {
    const video = { type: 'video', url: 'https://v.example/1' };
    const three = [video, video, video, { type: 'x', logos: [logo('https://l.example/1.png')] }, video];
    await visitor.shown('/pairs', widgets(...three));
    const classes = [...(await mainAt('/home/pairs')).matchAll(/<div class="(widget[^"]*)"/g)].map(
      ([, name]) => name,
    );
    expect(classes).toEqual(['widget', 'widget half', 'widget half', 'widget', 'widget']);
  });
});
