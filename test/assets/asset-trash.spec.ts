import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assetLifecycle } from '../../src/modules/assets/entities/asset.lifecycle.js';
import type { AssetView } from '../../src/modules/assets/dto/assets.dto.js';
import type { ListPage } from '../../src/shared/answers/list-page.js';
import { useTestService } from '../support/test-service.js';
import { walk } from '../support/api/walk.js';
import { made } from './support.js';

const { service, strangerApi: api } = useTestService();
const upload = (fields: Record<string, string | string[]> = {}) =>
  made(service, { fields }, service.stranger);

async function trashed(fields: Record<string, string | string[]> = {}): Promise<AssetView> {
  const { assetId } = await upload(fields);
  return (await api.delete(`/v0/assets/${assetId}`).expect(200)).body as AssetView;
}

async function trash(query = ''): Promise<ListPage<AssetView>> {
  return (await api.get(`/v0/assets/trash?${query}`).expect(200)).body as ListPage<AssetView>;
}

describe('DELETE /v0/assets/{asset_id}', () => {
  it('puts the asset into the trash; a repeat answers the same record', async () => {
    const asset = await upload();
    const path = `/v0/assets/${asset.assetId}`;
    const first = await api.delete(path).expect(200);
    expect(first.body).toEqual({
      ...asset,
      trashedAt: expect.stringMatching(/^\+\d+$/),
      updatedAt: first.body.trashedAt,
      downloadUrl: null,
    });
    expect((await api.delete(path).expect(200)).body).toEqual(first.body);
    expect((await api.get(path).expect(200)).body).toEqual(first.body);
  });
});

describe('POST /v0/assets/trash/{asset_id}/restore', () => {
  it('brings it back as it was, and can be repeated', async () => {
    const before = await upload();
    const restore = (body?: object) => api.post(`/v0/assets/trash/${before.assetId}/restore`, body);
    await api.delete(`/v0/assets/${before.assetId}`).expect(200);
    const { body } = await restore({}).expect(200);
    expect(body).toEqual({ ...before, updatedAt: body.updatedAt });
    expect((await restore().expect(200)).body).toEqual(body);
    await restore({ now: true }).expect(400);
  });
});

describe('DELETE /v0/assets/trash/{asset_id}', () => {
  it('deletes for good what is in the trash', async () => {
    const asset = await trashed();
    const { body } = await api.delete(`/v0/assets/trash/${asset.assetId}`).expect(200);
    expect(body).toEqual({ ...asset, deletedAt: expect.stringMatching(/^\+\d+$/) });
    for (const gone of [
      api.get(`/v0/assets/${asset.assetId}`),
      api.delete(`/v0/assets/${asset.assetId}`),
      api.delete(`/v0/assets/trash/${asset.assetId}`),
      api.post(`/v0/assets/trash/${asset.assetId}/restore`),
    ]) {
      expect((await gone.expect(404)).body.code).toBe('asset_not_found');
    }
  });

  it('refuses what is not in the trash', async () => {
    const { assetId } = await upload();
    const { body } = await api.delete(`/v0/assets/trash/${assetId}`).expect(409);
    expect(body.code).toBe('asset_active');
    await api.get(`/v0/assets/${assetId}`).expect(200);
  });
});

describe('GET /v0/assets/trash', () => {
  beforeAll(async () => {
    await service.pool.query('delete from asset where tenant_id = $1', [service.stranger.id]);
    for (const [name, type, tags] of [
      ['First', 'logo', ['Blau']],
      ['Second', 'image', ['100%']],
      ['Third', 'logo', ['a_b', 'c\\d']],
    ] as const) {
      await trashed({ name, type, tags: [...tags], purpose: 'For all', aiDescription: `Ein ${name} Ding` });
    }
    await upload({ name: 'Kept' });
  });

  const names = async (query: string) => (await trash(query)).items.map(({ name }) => name);

  it('lists by the time of trashing, newest first, in pages', async () => {
    expect(await names('')).toEqual(['Third', 'Second', 'First']);
    const first = await trash('limit=2');
    expect(first).toMatchObject({ hasMore: true, totalCount: 3 });
    const rest = await trash(`limit=2&cursor=${first.nextCursor}`);
    expect(rest).toMatchObject({ hasMore: false, totalCount: 3, items: [{ name: 'First' }] });
  });

  it('orders those of one moment by id, and walks them without gap or repeat, also in a search', async () => {
    await service.pool.query(
      `update asset set trashed_at = '2026-01-01' where tenant_id = $1 and trashed_at is not null`,
      [service.stranger.id],
    );
    for (const query of ['', '&query=for%20all', '&query=al']) {
      const pages = await walk<AssetView>(api, `/v0/assets/trash?limit=1${query}`);
      expect(pages.flatMap(({ items }) => items.map(({ name }) => name))).toEqual([
        'Third',
        'Second',
        'First',
      ]);
    }
  });

  it.each([
    ['assetType=logo', ['Third', 'First']],
    ['assetType=video', []],
    ['query=second', ['Second']],
    ['query=SECOND%20ding', ['Second']],
    ['query=for%20all', ['Third', 'Second', 'First']],
    ['query=blau', ['First']],
    ['query=la', ['First']],
    ['query=%25', ['Second']],
    ['query=100%25', ['Second']],
    ['query=_', ['Third']],
    ['query=a_b', ['Third']],
    ['query=abb', []],
    ['query=%5C', ['Third']],
    ['query=', ['Third', 'Second', 'First']],
    ['query=ding&assetType=image', ['Second']],
    ['query=di&assetType=logo', ['Third', 'First']],
    ['query=kept', []],
  ])('is limited by %s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
    expect((await trash(query)).totalCount).toBe(expected.length);
  });

  it.each(['assetType=page', 'query=a&query=b', 'query=%00', 'hidden=true'])('refuses %s', async (query) => {
    await api.get(`/v0/assets/trash?${query}`).expect(400);
  });

  it('refuses a cursor of another search', async () => {
    const { nextCursor } = await trash('limit=1&query=ding');
    await api.get(`/v0/assets/trash?limit=1&query=all&cursor=${nextCursor}`).expect(400);
  });
});

it('is explained with the diagram that the code draws', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/assets.md'), 'utf8');
  expect(page).toContain(`\`\`\`mermaid\n${assetLifecycle.diagram()}\n\`\`\``);
});
