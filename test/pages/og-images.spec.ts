import request from 'supertest';
import type { AudienceView } from '../../src/modules/pages/dto/audiences.dto.js';
import type { PageView } from '../../src/modules/pages/dto/pages.dto.js';
import { SiteAddress } from '../../src/shared/config/site-address.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { CONTENT, made } from '../assets/support.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { recordedTypes } from '../support/recorded-events.js';
import { useTestService } from '../support/test-service.js';
import { imageFields, imageOf } from './og-image-fields.js';
import { pagePath, pathOf, Records } from './records.js';

const { service, api, strangerApi } = useTestService({ CORS_ORIGINS: 'https://app.example.com' });
const records = new Records(api);

type Asset = Awaited<ReturnType<typeof made>>;

let picture: Asset;
let other: Asset;
beforeAll(async () => {
  picture = await made(service, { content: CONTENT.png });
  other = await made(service, { content: CONTENT.jpeg, fields: { type: 'logo' } });
});

const put = (path: string, { assetId }: { assetId: string } = picture) => api.put(imageOf(path), { assetId });
const fieldsOf = (asset: Asset) => imageFields(asset, service.siteUrl);

describe('the picture of a page', () => {
  it('is in its metadata, with a URL of the site that opens the file', async () => {
    const page = await records.page({ metadata: { title: 'T' } });
    const { body, headers } = await put(pagePath(page)).expect(200);
    const { metadata } = body as PageView;
    expect(metadata).toEqual({ title: 'T', robots: [], ...fieldsOf(picture) });
    expect(metadata!.twitterImageUrl).toBe(metadata!.ogImageUrl);
    const read = await api.get(pagePath(page)).expect(200);
    expect(read.body).toEqual(body);
    expect(read.headers.etag).toBe(headers.etag);
    const { items } = (await api.get('/v0/pages').expect(200)).body;
    expect(items).toContainEqual(body);
    const file = await fetch(metadata!.ogImageUrl!);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(CONTENT.png);
  });

  it('stays when the metadata is replaced or cleared', async () => {
    const page = await records.page();
    await put(pagePath(page)).expect(200);
    const replaced = await api.patch(pagePath(page), { metadata: { author: 'Ada' } }).expect(200);
    expect(replaced.body.metadata).toEqual({ author: 'Ada', robots: [], ...fieldsOf(picture) });
    const cleared = await api.patch(pagePath(page), { metadata: null }).expect(200);
    expect(cleared.body.metadata).toEqual({ robots: [], ...fieldsOf(picture) });
    expect((await api.get(pagePath(page))).headers.etag).toBe(cleared.headers.etag);
  });

  it('is replaced by another one, and removed', async () => {
    const page = await records.page();
    await put(pagePath(page)).expect(200);
    const replaced = await put(pagePath(page), other).expect(200);
    expect(replaced.body.metadata).toEqual({ robots: [], ...fieldsOf(other) });
    const removed = await api.delete(imageOf(pagePath(page))).expect(200);
    expect(removed.body).not.toHaveProperty('metadata');
    expect((await api.get(pagePath(page))).body).toEqual(removed.body);
  });

  it('is set and removed once, however often that is asked for', async () => {
    const page = await records.page();
    const first = await put(pagePath(page)).expect(200);
    expect((await put(pagePath(page)).expect(200)).body).toEqual(first.body);
    const removed = await api.delete(imageOf(pagePath(page))).expect(200);
    expect((await api.delete(imageOf(pagePath(page))).expect(200)).body).toEqual(removed.body);
    expect(await recordedTypes(service, { pageId: page.pageId })).toEqual([
      'page.created',
      'page.updated',
      'page.updated',
    ]);
  });

  it('follows the trash: absent while its asset is there', async () => {
    const asset = await made(service);
    const page = await records.page();
    const audience = await records.audience({}, page.pageId);
    await put(pagePath(page), asset).expect(200);
    await put(pathOf(audience), asset).expect(200);
    const seen = async () => [
      (await records.read<PageView>(pagePath(page))).metadata,
      (await records.read<AudienceView>(pathOf(audience))).metadataOverride,
      (await records.read<AudienceView>(pathOf(audience))).effectiveMetadata,
      (await records.messages(audience))[0]!.overrides!.metadataOverride,
    ];
    const shown = { robots: [], ...fieldsOf(asset) };
    expect(await seen()).toEqual([shown, shown, shown, shown]);
    await api.delete(`/v0/assets/${asset.assetId}`).expect(200);
    expect(await seen()).toEqual([undefined, undefined, undefined, undefined]);
    await api.post(`/v0/assets/trash/${asset.assetId}/restore`).expect(200);
    expect(await seen()).toEqual([shown, shown, shown, shown]);
  });

  it('is not set on a deleted page', async () => {
    const page = await records.page();
    await put(pagePath(page)).expect(200);
    await api.delete(pagePath(page)).expect(200);
    expect((await put(pagePath(page), other).expect(409)).body.code).toBe('page_deleted');
    expect((await api.delete(imageOf(pagePath(page))).expect(409)).body.code).toBe('page_deleted');
  });
});

describe('a picture that can not be used', () => {
  const paths = async () => {
    const audience = await records.audience();
    return [pagePath(audience), pathOf(audience)];
  };

  it('is refused, and the place of the fault is told', async () => {
    const video = await made(service, { content: CONTENT.mp4, fields: { type: 'video' } });
    const drawing = await made(service, { content: CONTENT.svg, fields: { type: 'custom-component' } });
    const trashed = await made(service);
    await api.delete(`/v0/assets/${trashed.assetId}`).expect(200);
    const foreign = await made(service, {}, service.stranger);
    const unusable = [video, drawing, trashed, foreign].map(({ assetId }) => assetId);
    for (const path of await paths())
      for (const assetId of [...unusable, 'asset_01je7nqt00e00800000000zzzz', picture.data.fileId, '']) {
        const { body } = await api.put(imageOf(path), { assetId }).expect(422);
        expect(body).toMatchObject({
          code: 'picture_not_found',
          errors: [{ pointer: '/assetId', code: 'picture_not_found' }],
        });
      }
  });

  it.each([{}, { assetId: null }, { assetId: 1 }, { assetId: 'x', url: 'https://x.example' }])(
    'is %j: invalid',
    async (body) => {
      for (const path of await paths()) await api.put(imageOf(path), body).expect(400);
    },
  );

  it('is one that another process moves to the trash just then', async () => {
    for (const path of await paths()) {
      const { assetId } = await made(service);
      const held = await HeldTransaction.begin(service, 'update asset set trashed_at = now() where id = $1', [
        uuidOf('asset', assetId),
      ]);
      expect((await held.commitAheadOf(put(path, { assetId }))).status).toBe(422);
    }
  });

  it('is nothing that another tenant learns about', async () => {
    const [page, audience] = await paths();
    const { assetId } = await made(service, {}, service.stranger);
    for (const path of [page!, audience!]) {
      await strangerApi.put(imageOf(path), { assetId }).expect(404);
      await strangerApi.delete(imageOf(path)).expect(404);
    }
  });
});

describe('If-Match', () => {
  it('guards the picture of pages and audiences', async () => {
    const audience = await records.audience();
    for (const path of [pagePath(audience), pathOf(audience)]) {
      const { etag } = (await api.get(path)).headers;
      const set = await put(path).set('if-match', etag!).expect(200);
      await put(path, other).set('if-match', etag!).expect(412);
      await api.delete(imageOf(path)).set('if-match', etag!).expect(412);
      const removed = await api.delete(imageOf(path)).set('if-match', set.headers.etag!).expect(200);
      expect((await api.get(path)).headers.etag).toBe(removed.headers.etag);
    }
  });
});

describe('PUT', () => {
  it('is among the methods that are allowed', async () => {
    const { headers } = await api.post(imageOf('/v0/pages/page_x'), {}).expect(405);
    expect(headers.allow).toBe('DELETE, PUT');
    expect((await api.put('/v0/pages/page_x', {}).expect(405)).headers.allow).toBe(
      'DELETE, GET, HEAD, PATCH',
    );
  });

  it('is a method that browsers of other origins may send', async () => {
    const { headers } = await request(service.url)
      .options(imageOf('/v0/pages/page_x'))
      .set({ origin: 'https://app.example.com', 'access-control-request-method': 'PUT' });
    expect(headers['access-control-allow-methods']).toContain('PUT');
  });
});

it('without a site there is no URL, but the file', async () => {
  const page = await records.page();
  await put(pagePath(page)).expect(200);
  const site = service.app.get<SiteAddress, { base: URL | undefined }>(SiteAddress);
  const { base } = site;
  site.base = undefined;
  try {
    const { metadata } = await records.read<PageView>(pagePath(page));
    const { fileId } = picture.data;
    expect(metadata).toEqual({ robots: [], ogImageFileId: fileId, twitterImageFileId: fileId });
  } finally {
    site.base = base;
  }
});

it('the move of a picture to the trash lists the pages and audiences that use it', async () => {
  const asset = await made(service);
  const [page, deleted] = [await records.page(), await records.page()];
  const audience = await records.audience({}, page.pageId);
  for (const path of [pagePath(page), pagePath(deleted), pathOf(audience)])
    await put(path, asset).expect(200);
  await service.home.api.delete(pagePath(deleted)).expect(200);
  const body = `Look: ![it](asset:${asset.assetId})`;
  const showing = await records.page({ body });
  const told = await records.audience({ bodyOverride: body }, showing.pageId);
  await records.page({ body: `![longer](asset:${asset.assetId}0)` });
  await service.home.api.delete(pagePath(await records.page({ body }))).expect(200);
  const trashed = await service.home.api.delete(`/v0/assets/${asset.assetId}`).expect(200);
  expect(trashed.body.usedBy).toEqual([
    { type: 'page', id: page.pageId },
    { type: 'page', id: showing.pageId },
    { type: 'audience', id: audience.audienceId },
    { type: 'audience', id: told.audienceId },
  ]);
});
