import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { recordedTypes } from '../support/recorded-events.js';
import { startTestService, useTestService } from '../support/test-service.js';
import { made, problemOf, send } from './support.js';

const { service, api } = useTestService();

async function child(parentAssetId: string | null = null): Promise<string> {
  return (await made(service, { fields: { parentAssetId } })).assetId;
}

describe('PATCH /v0/assets/{asset_id}', () => {
  it('keeps tags as they are, whatever they are made of', async () => {
    const tags = ['', ' ', ' a ', 'null', 'NULL', 'a,b', '{}', '"', '\\', 'a\nb', "'", '🎉'];
    const path = `/v0/assets/${(await made(service, {})).assetId}`;
    await api.patch(path, { tags }).expect(200);
    expect((await api.patch(path, { hidden: true }).expect(200)).body.tags).toEqual(tags);
    expect((await api.get(path).expect(200)).body.tags).toEqual(tags);
  });

  it('changes what is given, clears what is null, leaves the rest', async () => {
    const asset = await made(service, { fields: { aiDescription: 'Old', tags: ['a'], purpose: 'P' } });
    const path = `/v0/assets/${asset.assetId}`;
    const { body } = await api.patch(path, { name: 'New', aiDescription: null, hidden: true }).expect(200);
    expect(body).toEqual({
      ...asset,
      name: 'New',
      aiDescription: null,
      hidden: true,
      updatedAt: expect.any(String),
    });
    await api.patch(path, { tags: [], purpose: '' }).expect(200);
    expect((await api.get(path)).body).toMatchObject({ name: 'New', tags: [], purpose: '' });
    expect(await recordedTypes(service, { assetId: asset.assetId })).toEqual([
      'asset.created',
      'asset.updated',
      'asset.updated',
    ]);
  });

  it.each([
    [{ name: '' }, '/name'],
    [{ name: null }, '/name'],
    [{ purpose: null }, '/purpose'],
    [{ tags: 'a' }, '/tags'],
    [{ tags: [1] }, '/tags/0'],
    [{ hidden: 'true' }, '/hidden'],
    [{ aiDescription: 'x'.repeat(10_001) }, '/aiDescription'],
    [{ type: 'video' }, '/type'],
    [{ file: 'x' }, '/file'],
  ])('refuses %j', async (change, pointer) => {
    const { body } = await api.patch(`/v0/assets/${await child()}`, change).expect(400);
    expect(body.errors[0].pointer).toBe(pointer);
  });

  it('changes nothing in the trash', async () => {
    const id = await child();
    await api.delete(`/v0/assets/${id}`).expect(200);
    const { body } = await api.patch(`/v0/assets/${id}`, { name: 'x' }).expect(409);
    expect(body.code).toBe('asset_trashed');
  });
});

describe('a parent', () => {
  it('is an asset of the same tenant that is not in the trash', async () => {
    const id = await child();
    const trashed = await child();
    await api.delete(`/v0/assets/${trashed}`).expect(200);
    const foreign = (await made(service, {}, service.stranger)).assetId;
    for (const parentAssetId of [trashed, foreign, 'x', exampleId('topic'), '']) {
      const { body } = await api.patch(`/v0/assets/${id}`, { parentAssetId }).expect(422);
      expect(body.errors).toEqual([expect.objectContaining({ pointer: '/parentAssetId' })]);
      const answer = await send(service, { fields: { parentAssetId } });
      expect([answer.status, (await problemOf(answer)).code]).toEqual([422, 'asset_not_found']);
    }
  });

  it('can be set, cleared and listed by', async () => {
    const top = await child();
    const below = await child(top);
    const list = async (id: string) =>
      (await api.get(`/v0/assets?parentAssetId=${id}`).expect(200)).body as {
        items: { assetId: string }[];
        totalCount: number;
      };
    expect((await list(top)).items.map(({ assetId }) => assetId)).toEqual([below]);
    await api.patch(`/v0/assets/${below}`, { parentAssetId: null }).expect(200);
    expect((await list(top)).totalCount).toBe(0);
    expect((await list('nonsense')).totalCount).toBe(0);
  });

  it('is never the asset itself, nor below it', async () => {
    const top = await child();
    const middle = await child(top);
    const leaf = await child(middle);
    for (const parentAssetId of [top, middle, leaf]) {
      const { body } = await api.patch(`/v0/assets/${top}`, { parentAssetId }).expect(409);
      expect(body.code).toBe('asset_cycle');
    }
    await api.patch(`/v0/assets/${leaf}`, { parentAssetId: top }).expect(200);
  });

  it('that is deleted for good lets go of those below it', async () => {
    const top = await child();
    const below = await child(top);
    await api.delete(`/v0/assets/${top}`).expect(200);
    expect((await api.get(`/v0/assets/${below}`)).body.parentAssetId).toBe(top);
    await api.delete(`/v0/assets/trash/${top}`).expect(200);
    expect((await api.get(`/v0/assets/${below}`)).body.parentAssetId).toBeNull();
  });
});

describe('GET /v0/assets', () => {
  it('lists newest first, by kind and by whether they are hidden, without the trash', async () => {
    const lonely = await startTestService();
    const tenant = lonely.stranger;
    const shown = await made(lonely, { fields: { type: 'logo' } }, tenant);
    const hidden = await made(lonely, { fields: { hidden: 'true' } }, tenant);
    const gone = await made(lonely, {}, tenant);
    await tenant.api.delete(`/v0/assets/${gone.assetId}`).expect(200);
    const ids = async (query: string) => {
      const { body } = await tenant.api.get(`/v0/assets?${query}`).expect(200);
      expect(body.totalCount).toBe(body.items.length);
      return (body.items as { assetId: string }[]).map(({ assetId }) => assetId);
    };
    expect(await ids('')).toEqual([hidden.assetId, shown.assetId]);
    expect(await ids('assetType=logo')).toEqual([shown.assetId]);
    expect(await ids('hidden=true')).toEqual([hidden.assetId]);
    expect(await ids('hidden=false')).toEqual([shown.assetId]);
    expect(await ids('hidden=true&assetType=logo')).toEqual([]);
    await tenant.api.get('/v0/assets?hidden=1').expect(400);
    await tenant.api.get('/v0/assets?assetType=page').expect(400);
    await lonely.close();
  });
});
