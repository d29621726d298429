import type { PageView } from '../../src/modules/pages/dto/pages.dto.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { CONTENT, made } from '../assets/support.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { statementsOf } from '../support/database/statements.js';
import { useTestService } from '../support/test-service.js';
import { ComposedVersions } from './composed-versions.js';
import { coverOf, pictureOf } from './page-pictures.js';
import { pagePath, pathOf, PLAIN_PAGE, Records } from './records.js';

const { service, api } = useTestService();
const records = new Records(api);
const versions = new ComposedVersions(service, records);

type Asset = Awaited<ReturnType<typeof made>>;

let asset: Asset;
let other: Asset;
beforeAll(async () => {
  asset = await made(service, { content: CONTENT.png });
  other = await made(service, { content: CONTENT.jpeg, fields: { type: 'logo' } });
});

const step = { title: 'Start', text: 'At *once*.' };

/** One of each kind, with all its fields. */
const everyBlock = (of: Asset) => [
  { type: 'text', title: 'Why', text: 'Because.' },
  { type: 'picture', picture: pictureOf(of), caption: 'A caption' },
  { type: 'picture_text', picture: pictureOf(of, ''), pictureSide: 'end', title: 'Beside', text: 'It' },
  { type: 'quote', quote: 'Fine.', name: 'Mary Major', role: 'Head of Sales', portrait: pictureOf(of) },
  { type: 'steps', title: 'Then', steps: [step, { title: 'Go on' }] },
];

describe('the cover and the blocks of a page', () => {
  it('are answered as they were sent', async () => {
    const given = { coverImage: coverOf(asset), blocks: everyBlock(asset) };
    const page = await records.page(given);
    expect(page).toMatchObject(given);
    expect(page.blocks).toEqual(given.blocks);
    const { body, headers } = await api.get(pagePath(page)).expect(200);
    expect(JSON.stringify(body)).toBe(JSON.stringify(page));
    expect((await api.get('/v0/pages').expect(200)).body.items).toContainEqual(page);
    const unchanged = await api.patch(pagePath(page), {}).set('if-match', headers.etag!).expect(200);
    expect(unchanged.body.blocks).toEqual(given.blocks);
  });

  it('are none on a page that was created without them', async () => {
    const page = await records.page();
    expect(page).toMatchObject({ topicIds: null, blocks: [] });
    expect(page).not.toHaveProperty('coverImage');
  });

  it('are replaced as a whole, and removed', async () => {
    const page = await records.page({ coverImage: coverOf(asset), blocks: everyBlock(asset) });
    const [, second] = everyBlock(other);
    const change = { coverImage: pictureOf(other, ''), blocks: [second] };
    const replaced = (await api.patch(pagePath(page), change).expect(200)).body as PageView;
    expect(replaced.coverImage).toEqual(change.coverImage);
    expect(replaced.blocks).toEqual([second]);
    const removed = await api.patch(pagePath(page), { coverImage: null, blocks: [] }).expect(200);
    expect(removed.body.blocks).toEqual([]);
    expect(removed.body).not.toHaveProperty('coverImage');
    expect(await records.read(pagePath(page))).toEqual(removed.body);
  });
});

describe('bounds', () => {
  const [text, picture, pictureText, quote, steps] = everyBlock({ assetId: 'asset_x' } as Asset);
  const x = (length: number) => 'x'.repeat(length);
  const cover = { assetId: 'asset_x', altText: '' };

  it.each<[string, object, string, string]>([
    ['more than 50 blocks', { blocks: Array(51).fill(text) }, '/blocks', 'too_many'],
    ['an unknown kind', { blocks: [text, { type: 'video', url: 'x' }] }, '/blocks/1/type', 'unknown_value'],
    ['no kind', { blocks: [{ text: 'x' }] }, '/blocks/0/type', 'required'],
    ['a kind that is no text', { blocks: [{ type: {} }] }, '/blocks/0/type', 'unknown_value'],
    [
      'a kind that every object has',
      { blocks: [{ type: 'constructor' }] },
      '/blocks/0/type',
      'unknown_value',
    ],
    ['a block that is no object', { blocks: [text, null] }, '/blocks/1', 'wrong_type'],
    ['blocks that are no list', { blocks: text }, '/blocks', 'wrong_type'],
    ['blocks that are null', { blocks: null }, '/blocks', 'wrong_type'],
    ['a field of another kind', { blocks: [{ ...text, quote: 'x' }] }, '/blocks/0/quote', 'unknown_property'],
    ['a block without its text', { blocks: [{ type: 'text' }] }, '/blocks/0/text', 'required'],
    ['an empty text', { blocks: [{ ...text, text: '' }] }, '/blocks/0/text', 'too_short'],
    ['a long text', { blocks: [{ ...text, text: x(20_001) }] }, '/blocks/0/text', 'too_long'],
    ['a long title', { blocks: [{ ...text, title: x(301) }] }, '/blocks/0/title', 'too_long'],
    ['a long caption', { blocks: [{ ...picture, caption: x(1001) }] }, '/blocks/0/caption', 'too_long'],
    ['no picture', { blocks: [{ type: 'picture' }] }, '/blocks/0/picture', 'required'],
    [
      'a picture without a text for those who do not see it',
      { blocks: [{ ...pictureText, picture: { assetId: 'asset_x' } }] },
      '/blocks/0/picture/altText',
      'required',
    ],
    [
      'a picture on another side',
      { blocks: [{ ...pictureText, pictureSide: 'left' }] },
      '/blocks/0/pictureSide',
      'unknown_value',
    ],
    ['a long quote', { blocks: [{ ...quote, quote: x(2001) }] }, '/blocks/0/quote', 'too_long'],
    ['a long name', { blocks: [{ ...quote, name: x(201) }] }, '/blocks/0/name', 'too_long'],
    ['a long role', { blocks: [{ ...quote, role: x(201) }] }, '/blocks/0/role', 'too_long'],
    ['no steps', { blocks: [{ ...steps, steps: [] }] }, '/blocks/0/steps', 'too_few'],
    ['21 steps', { blocks: [{ ...steps, steps: Array(21).fill(step) }] }, '/blocks/0/steps', 'too_many'],
    [
      'a step without a title',
      { blocks: [{ ...steps, steps: [step, { text: 'x' }] }] },
      '/blocks/0/steps/1/title',
      'required',
    ],
    ['a long alt text', { coverImage: { ...cover, altText: x(1001) } }, '/coverImage/altText', 'too_long'],
    [
      'a focus beside the picture',
      { coverImage: { ...cover, focus: { x: 1.01, y: 0 } } },
      '/coverImage/focus/x',
      'out_of_range',
    ],
    ['half a focus', { coverImage: { ...cover, focus: { x: 1 } } }, '/coverImage/focus/y', 'required'],
  ])('refuse %s', async (_, given, pointer, code) => {
    const { body } = await api.post('/v0/pages', { ...PLAIN_PAGE, ...given }).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer, code })]);
  });

  it('say which kinds of blocks there are', async () => {
    const { body } = await api.post('/v0/pages', { ...PLAIN_PAGE, blocks: [{ type: 'video' }] }).expect(400);
    expect(body.errors[0].message).toBe(
      'blocks.0.type must be one of text, picture, picture_text, quote, steps.',
    );
  });

  it('allow 50 blocks of 20 steps', async () => {
    const blocks = Array(50).fill({ type: 'steps', steps: Array(20).fill(step) });
    expect((await records.page({ blocks })).blocks).toHaveLength(50);
  });
});

describe('a picture that can not be used', () => {
  it('is refused, and the place of the fault is told', async () => {
    const audience = await records.audience();
    const video = await made(service, { content: CONTENT.mp4, fields: { type: 'video' } });
    const trashed = await made(service);
    await api.delete(`/v0/assets/${trashed.assetId}`).expect(200);
    const foreign = await made(service, {}, service.stranger);
    for (const unusable of [video, trashed, foreign, { assetId: 'asset_x' } as Asset]) {
      const [, picture, pictureText, quote] = everyBlock(unusable);
      const coverImage = pictureOf(unusable);
      const cases: [object, string][] = [
        [{ coverImage }, '/coverImage/assetId'],
        [{ blocks: [...everyBlock(asset), picture] }, '/blocks/5/picture/assetId'],
        [{ blocks: [pictureText] }, '/blocks/0/picture/assetId'],
        [{ blocks: [quote] }, '/blocks/0/portrait/assetId'],
      ];
      for (const [given, pointer] of cases)
        for (const sent of [
          api.post('/v0/pages', { ...PLAIN_PAGE, ...given }),
          api.patch(pagePath(audience), given),
        ])
          expect((await sent.expect(422)).body).toMatchObject({
            code: 'picture_not_found',
            errors: [{ pointer, code: 'picture_not_found' }],
          });
      const override = { coverImageOverride: coverImage };
      for (const [sent, at] of [
        [api.post(`${pagePath(audience)}/audiences`, override), ''],
        [api.patch(pathOf(audience), override), ''],
        [api.post(`${pathOf(audience)}/messages`, { text: 'x', changes: override }), '/changes'],
      ] as const)
        expect((await sent.expect(422)).body.errors).toMatchObject([
          { pointer: `${at}/coverImageOverride/assetId`, code: 'picture_not_found' },
        ]);
    }
    expect(await records.read(pathOf(audience))).toEqual(audience);
    expect((await records.messages(audience)).length).toBe(0);
  });

  it('is one that another process moves to the trash just then', async () => {
    const audience = await records.audience();
    for (const [path, named] of [
      [pagePath(audience), (of: Asset) => ({ blocks: everyBlock(of) })],
      [pathOf(audience), (of: Asset) => ({ coverImageOverride: coverOf(of) })],
    ] as const) {
      const picture = await made(service);
      const held = await HeldTransaction.begin(service, 'update asset set trashed_at = now() where id = $1', [
        uuidOf('asset', picture.assetId),
      ]);
      expect((await held.commitAheadOf(api.patch(path, named(picture)))).status).toBe(422);
    }
  });

  it('is found by one statement, however many blocks there are', async () => {
    const page = await records.page();
    const during = statementsOf(service);
    // Workers are notified after the commit, at any time.
    const count = async (blocks: object[]) => {
      const statements = await during(() => api.patch(pagePath(page), { blocks }).expect(200));
      return statements.filter(({ text }) => !text.includes('pg_notify')).length;
    };
    const one = await count([everyBlock(asset)[1]!]);
    const many = Array.from({ length: 10 }, () => everyBlock(asset)).flat();
    expect(await count([...many.slice(1), everyBlock(other)[1]!])).toBe(one);
  });
});

it('the move of a picture to the trash lists each page and audience that shows it once', async () => {
  const shown = await made(service);
  const pages = [
    await records.page({ coverImage: coverOf(shown), blocks: everyBlock(shown) }),
    await records.page({ blocks: [{ type: 'text', text: `![it](asset:${shown.assetId})` }] }),
  ];
  const audience = await records.audience({ coverImageOverride: coverOf(shown) }, pages[0]!.pageId);
  await records.page({ coverImage: coverOf(other), blocks: [{ type: 'text', text: shown.assetId }] });
  const left = await records.page({ blocks: everyBlock(shown) });
  await api.patch(pagePath(left), { blocks: everyBlock(other) }).expect(200);
  const { body } = await api.delete(`/v0/assets/${shown.assetId}`).expect(200);
  expect(body.usedBy).toEqual([
    ...pages.map(({ pageId }) => ({ type: 'page', id: pageId })),
    { type: 'audience', id: audience.audienceId },
  ]);
});

describe('a version', () => {
  const kinds = ({ sections }: { sections: { type: string }[] }) => sections.map(({ type }) => type);

  it('has the cover, the type and the blocks of the page, below its body', async () => {
    const { pageId } = await records.page({
      ...{ pageType: 'outbound', body: 'Hello', coverImage: coverOf(asset), blocks: everyBlock(asset) },
      actionCardWidgets: [{ type: 'logo_marquee', title: 'Us', logos: [] }],
    });
    const audience = await records.audience({}, pageId);
    const content = await versions.contentOf(audience);
    expect(content).toMatchObject({ pageType: 'outbound', coverImage: coverOf(asset) });
    expect(kinds(content)).toEqual(['hero', 'body', 'blocks', 'proof', 'questions']);
    expect(content.sections[2]).toEqual({ type: 'blocks', blocks: everyBlock(asset) });
    await api.patch(pagePath({ pageId }), { pageType: 'custom', blocks: [] }).expect(200);
    expect(await versions.contentOf(audience)).toEqual(content);
    const next = await versions.newContentOf(audience);
    expect(next.pageType).toBe('custom');
    expect(kinds(next)).toEqual(['hero', 'body', 'proof', 'questions']);
  });

  it('of a page without these has nothing but the type', async () => {
    const content = await versions.contentOf(await records.audience());
    expect(Object.keys(content).sort()).toEqual(['metadata', 'pageType', 'scripts', 'sections', 'title']);
    expect(kinds(content)).toEqual(['hero', 'questions']);
  });

  it('differs from another one by what was changed', async () => {
    const audience = await records.audience();
    const { versionId: against } = audience.publishedVersion;
    const [first] = everyBlock(asset);
    await api.patch(pagePath(audience), { blocks: [first] }).expect(200);
    await api.patch(pathOf(audience), { coverImageOverride: coverOf(asset) }).expect(200);
    const versionId = await versions.publish(audience);
    const diff = `${pathOf(audience)}/versions/${versionId}/diff?against=${against}`;
    expect((await api.get(diff).expect(200)).body.operations).toEqual([
      { op: 'add', path: '/sections/1', value: { type: 'blocks', blocks: [first] } },
      { op: 'add', path: '/coverImage', value: coverOf(asset) },
    ]);
  });

  it('that is too large for it becomes a draft', async () => {
    const audience = await records.audience();
    const blocks = Array(50).fill({ type: 'text', text: 'x'.repeat(20_000) });
    await api.patch(pagePath(audience), { blocks }).expect(200);
    await api.patch(pathOf(audience), { bodyOverride: 'x'.repeat(60_000) }).expect(200);
    await versions.publish(audience);
    expect((await records.versions(audience)).at(-1)!.draftReason!.code).toBe('content_too_large');
  });
});
