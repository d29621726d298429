import type { AudienceView } from '../../../src/modules/pages/dto/audiences.dto.js';
import { uuidOf } from '../../../src/shared/kernel/ids.js';
import { CONTENT, made } from '../../assets/support.js';
import { pathOf } from '../../pages/records.js';
import { makeVariants } from '../../../src/modules/assets/variants/variants.jobs.js';
import { pictureOf } from '../../support/picture-files.js';
import { StepwiseWorker } from '../../support/stepwise-worker.js';
import { useTestService } from '../../support/test-service.js';
import { until } from '../../support/until.js';
import { DOMAIN, SiteVisitor } from '../site-visitor.js';

const used = useTestService();
const { service, api } = used;
const visitor = new SiteVisitor(used);

type Asset = Awaited<ReturnType<typeof made>>;

/** Without the logo of the brand. */
const imagesIn = (html: string) => html.match(/<img (?!class="logo")[^>]*>/g) ?? [];
const proseIn = (html: string) => /<div class="prose">([^]*?)<\/div>/.exec(html)?.[1]?.trim();
const metaIn = (html: string) =>
  html.match(/<meta (?:property="og:image|name="twitter:(?:image|card))[^>]*>/g);
const image = ({ assetId }: Pick<Asset, 'assetId'>, alt = 'A photo') => `![${alt}](asset:${assetId})`;

async function open(path: string): Promise<string> {
  return (await visitor.open(path).expect(200)).text;
}

let picture: Asset;
beforeAll(async () => {
  picture = await made(service);
});

describe('the picture beside links', () => {
  const url = (origin: string) => `${origin}/_foyer/files/[\\w-]+`;
  const tags = (origin: string, alt: string) =>
    [
      `<meta property="og:image" content="${url(origin)}"/>`,
      '<meta property="og:image:width" content="\\d+"/>',
      '<meta property="og:image:height" content="\\d+"/>',
      `<meta property="og:image:alt" content="${alt}"/>`,
      `<meta name="twitter:image" content="${url(origin)}"/>`,
      `<meta name="twitter:image:alt" content="${alt}"/>`,
      '<meta name="twitter:card" content="summary_large_image"/>',
    ].map((tag) => expect.stringMatching(new RegExp(`^${tag}$`)));

  async function pictured(asset = picture): Promise<AudienceView> {
    const page = await visitor.page({ metadata: { ogImageAlt: 'Us' } });
    await api.put(`/v0/pages/${page.pageId}/og_image`, { assetId: asset.assetId }).expect(200);
    return visitor.audience({}, page.pageId);
  }

  it('is on the host that is asked, and in a preview on that of the site', async () => {
    const audience = await pictured();
    await visitor.link('/pictured', audience);
    expect(metaIn(await open('/home/pictured'))).toEqual(tags(service.siteUrl, 'Us'));
    const tenantDomainId = await visitor.provenDomain();
    await visitor.link('/pictured', audience, { tenantDomainId });
    const { text } = await visitor.onDomain('/pictured').expect(200);
    const { port } = new URL(service.siteUrl);
    expect(metaIn(text)).toEqual(tags(`http://${DOMAIN}:${port}`, 'Us'));
    const [, path] = /"og:image" content="[^"]*(\/_foyer\/files\/[\w-]+)"/.exec(text)!;
    const { body } = await visitor.onDomain(path!).expect(200);
    expect(Buffer.compare(body as Buffer, CONTENT.png)).toBe(0);
    const preview = await open(await visitor.previewPath(audience));
    expect(metaIn(preview)).toEqual(tags(service.siteUrl, 'Us'));
  });

  it('is gone as soon as its asset is in the trash, and back with it', async () => {
    const asset = await made(service);
    await visitor.link('/trashed', await pictured(asset));
    expect(metaIn(await open('/home/trashed'))).toHaveLength(7);
    await api.delete(`/v0/assets/${asset.assetId}`).expect(200);
    await until(async () => metaIn(await open('/home/trashed'))!.length === 8);
    expect(metaIn(await open('/home/trashed'))!.join()).not.toContain('/_foyer/files/');
    await api.post(`/v0/assets/trash/${asset.assetId}/restore`).expect(200);
    await until(async () => metaIn(await open('/home/trashed'))!.length === 7);
  });

  it('is published with a version', async () => {
    const audience = await visitor.shown('/unpublished');
    await api.put(`${pathOf(audience)}/og_image`, { assetId: picture.assetId }).expect(200);
    const [image] = metaIn(await open('/home/unpublished'))!;
    expect(image).toContain(`content="${service.siteUrl}/_foyer/link-pictures/`);
  });
});

describe('a picture in a text', () => {
  it('is shown, and opens', async () => {
    await visitor.shown('/body', { body: `Before ${image(picture, '"A" <b>')} after` });
    const html = await open('/home/body');
    const [, source] = /<img src="([^"]*)"/.exec(html)!;
    expect(proseIn(html)).toBe(
      `<p dir="auto">Before <img src="${source}" alt="&quot;A&quot; &lt;b&gt;" width="1" height="1" loading="lazy" decoding="async"> after</p>`,
    );
    const { body } = await visitor.open(source!).expect(200);
    expect(Buffer.compare(body as Buffer, CONTENT.png)).toBe(0);
  });

  it('is also shown in the text of an audience, in an answer, in a link, by reference and in a preview', async () => {
    const { body: topic } = await api.post('/v0/topics', { title: 'Pictures' }).expect(201);
    const content = { type: 'markdown', content: `How does it look?\n${image(picture, 'In an answer')}` };
    await api.post(`/v0/topics/${topic.topicId}/entries`, { content }).expect(201);
    const bodyOverride = `[${image(picture, 'In a link')}](https://example.com)\n\n![By reference][p]\n\n[p]: asset:${picture.assetId}`;
    const audience = await visitor.shown('/override', { body: 'Not this' }, { bodyOverride });
    for (const path of ['/home/override', await visitor.previewPath(audience)]) {
      const html = await open(path);
      expect(imagesIn(html).map((each) => /alt="([^"]*)"/.exec(each)![1])).toEqual([
        'In a link',
        'By reference',
        'In an answer',
      ]);
      expect(html).toMatch(/<a href="https:\/\/example.com"><img [^>]*><\/a>/);
    }
    await api.delete(`/v0/topics/${topic.topicId}`).expect(200);
  });

  it('is its description if it is no picture of the tenant, hidden, or in the trash', async () => {
    const video = await made(service, { content: CONTENT.mp4, fields: { type: 'video' } });
    const hidden = await made(service, { fields: { hidden: 'true' } });
    const foreign = await made(service, {}, service.stranger);
    const trashed = await made(service);
    await api.delete(`/v0/assets/${trashed.assetId}`).expect(200);
    const unknown = { assetId: 'asset_01je7nqt00e00800000000zzzz' };
    const body = [video, hidden, foreign, trashed, unknown].map((each) => image(each)).join('\n');
    await visitor.shown('/not-shown', { body });
    expect(proseIn(await open('/home/not-shown'))).toBe(
      `<p dir="auto">${Array(5).fill('A photo').join('\n')}</p>`,
    );
  });

  it('leaves no link that leads nowhere', async () => {
    await visitor.shown('/links', {
      body: `[text](asset:${picture.assetId}) and [more](https://example.com) ![x](asset:no)`,
    });
    expect(proseIn(await open('/home/links'))).toBe(
      '<p dir="auto">text and <a href="https://example.com">more</a> ![x](asset:no)</p>',
    );
  });

  it('of another host is a link, and in a link its description', async () => {
    const body =
      '![A](https://a.example/x.png)\n[![B](https://a.example/y.png)](https://b.example)\n![C](/z.png)';
    await visitor.shown('/foreign', { body });
    expect(proseIn(await open('/home/foreign'))).toBe(
      '<p dir="auto"><a href="https://a.example/x.png">A</a>\n<a href="https://b.example">B</a>\n<a href="/z.png">C</a></p>',
    );
  });

  it('has smaller files as soon as they are made', async () => {
    const { assetId } = await made(service, {
      content: await pictureOf('jpeg', { width: 1000, height: 500 }),
    });
    await visitor.shown('/sizes', { body: image({ assetId }) });
    const files = (widths: number[]) => widths.map((width) => `/_foyer/files/[\\w-]+ ${width}w`).join(', ');
    const sizes = 'sizes="[^"]+"';
    expect(await open('/home/sizes')).not.toContain('image/webp');
    await new StepwiseWorker(service).workOff(makeVariants);
    const written = new RegExp(
      `<picture><source type="image/webp" srcset="${files([320, 640, 1000])}" ${sizes}>` +
        `<img src="[^"]+" srcset="${files([320, 640, 1000])}" ${sizes} alt="A photo" width="1000" height="500" `,
    );
    await until(async () => written.test(await open('/home/sizes')));
  });

  describe('of another host', () => {
    beforeAll(async () => {
      const brand = { key: 'open', name: 'Open', showsForeignImages: true };
      await api.post('/v0/brands', brand).expect(201);
    });

    it('is shown if the brand says so', async () => {
      await visitor.shown('/open', { brandId: 'open', body: '![A](https://a.example/x.png)' });
      const { text, headers } = await visitor.open('/home/open').expect(200);
      expect(imagesIn(text)).toEqual([
        expect.stringMatching(/src="https:\/\/a\.example\/x\.png".*no-referrer/),
      ]);
      expect(headers['content-security-policy']).toMatch(/img-src 'self' https:\/\/a\.example data:;/);
    });

    it('is a link if the policy of the page can not name the host: a browser would not load it', async () => {
      const urls = ['https://[::1]/x.png', 'https://*/x.png', 'https://a;sandbox/x.png'];
      const body = urls.map((url) => `![A](${url})`).join('\n');
      await visitor.shown('/unnameable', { brandId: 'open', body });
      const { text, headers } = await visitor.open('/home/unnameable').expect(200);
      expect(proseIn(text)).toBe(
        `<p dir="auto">${urls.map((url) => `<a href="${url}">A</a>`).join('\n')}</p>`,
      );
      expect(headers['content-security-policy']).toContain(`img-src 'self' data:;`);
    });

    it('is on the host that its URL names, however it is written', async () => {
      const body = '![A](https:/a.example/x.png) ![B](https:b.example/x.png) ![C](//c.example/x.png)';
      await visitor.shown('/spellings', { brandId: 'open', body });
      const { headers } = await visitor.open('/home/spellings').expect(200);
      expect(headers['content-security-policy']).toContain(
        `img-src 'self' https://a.example https://b.example https://c.example data:;`,
      );
    });
  });

  it('follows its asset: the trash, and whether it is hidden', async () => {
    const asset = await made(service);
    await visitor.shown('/follows', { body: image(asset) });
    const isShown = async () => imagesIn(await open('/home/follows')).length === 1;
    expect(await isShown()).toBe(true);
    const path = `/v0/assets/${asset.assetId}`;
    const changes: [() => PromiseLike<unknown>, boolean][] = [
      [() => api.patch(path, { hidden: true }).expect(200), false],
      [() => api.patch(path, { hidden: false }).expect(200), true],
      [() => api.delete(path).expect(200), false],
      [() => api.post(`/v0/assets/trash/${asset.assetId}/restore`).expect(200), true],
    ];
    for (const [change, expected] of changes) {
      await change();
      await until(async () => (await isShown()) === expected);
    }
  });

  it('is one of at most a hundred; the rest are their descriptions', async () => {
    await visitor.shown('/many', { body: `${image(picture)}\n`.repeat(150) });
    const html = await open('/home/many');
    expect(imagesIn(html)).toHaveLength(100);
    expect(proseIn(html)!.split('A photo')).toHaveLength(151);
  });
});

describe('who wrote a text', () => {
  it('is recorded, and a text of an unknown author shows no picture', async () => {
    const audience = await visitor.shown('/unknown', { body: image(picture) });
    const id = uuidOf('version', audience.publishedVersion.versionId);
    const authorOf = async () =>
      (await service.pool.query('select text_author from audience_version where id = $1', [id])).rows;
    expect(await authorOf()).toEqual([{ text_author: 'template' }]);
    expect(imagesIn(await open('/home/unknown'))).toHaveLength(1);
    await service.pool.query(
      `update audience_version set text_author = null, updated_at = updated_at + interval '1 ms' where id = $1`,
      [id],
    );
    await until(async () => imagesIn(await open('/home/unknown')).length === 0);
    expect(proseIn(await open('/home/unknown'))).toBe('<p dir="auto">A photo</p>');
  });
});
