import type { BrandView } from '../../src/modules/brands/brands.dto.js';
import { exampleId } from '../../src/shared/kernel/example-ids.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { made } from '../assets/support.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { useTestService } from '../support/test-service.js';

const { service, api, strangerApi } = useTestService();

let count = 0;
const newKey = () => `brand-${++count}`;

async function create(body: object = {}): Promise<BrandView> {
  return (await api.post('/v0/brands', { key: newKey(), name: 'One', ...body }).expect(201))
    .body as BrandView;
}

describe('brands', () => {
  it('are made, read and listed newest first', async () => {
    const first = await create();
    const second = await create({ name: 'Two' });
    expect(first).toMatchObject({ name: 'One', legalName: null, footerLinks: [], showsForeignImages: false });
    expect((await api.get(`/v0/brands/${first.brandId}`).expect(200)).body).toEqual(first);
    const { body } = await api.get('/v0/brands').expect(200);
    expect(body.items.slice(0, 2)).toEqual([second, first]);
  });

  it('are found by name and by key', async () => {
    const { brandId, key } = await create({ name: 'Ärzte ohne Straßen' });
    for (const query of ['ÄRZTE', 'ohne s', key.toUpperCase()]) {
      const { body } = await api.get(`/v0/brands?query=${encodeURIComponent(query)}&limit=100`).expect(200);
      expect((body.items as BrandView[]).map((brand) => brand.brandId)).toContain(brandId);
    }
    const spanning = encodeURIComponent(`straßen\u001f${key}`);
    expect((await api.get(`/v0/brands?query=${spanning}`).expect(200)).body.items).toEqual([]);
    expect((await strangerApi.get('/v0/brands?query=ohne').expect(200)).body.items).toEqual([]);
  });

  it('keep all fields', async () => {
    const given = {
      ...{ key: newKey(), name: 'Full', legalName: 'Full Ltd.', address: '1 Main Street\nSpringfield' },
      ...{ logoAssetId: exampleId('asset', 4), darkLogoAssetId: exampleId('asset', 5) },
      ...{
        iconAssetId: exampleId('asset', 6),
        accentColor: '#0a0',
        groundColor: '#FFFDF8',
        textColor: '#1c1917',
      },
      ...{ typeface: 'roboto-slab', corners: 'sharp', language: 'pt-BR', showsForeignImages: true },
      footerLinks: [{ label: 'Imprint', url: 'https://example.com/imprint' }],
    };
    expect(await create(given)).toMatchObject(given);
  });

  it('are changed as far as is given, and null clears', async () => {
    const { brandId } = await create({ legalName: 'One Ltd.', accentColor: '#123456' });
    const path = `/v0/brands/${brandId}`;
    expect((await api.patch(path, { name: 'New' }).expect(200)).body).toMatchObject({
      ...{ name: 'New', legalName: 'One Ltd.', accentColor: '#123456' },
    });
    expect((await api.patch(path, { legalName: null, accentColor: null }).expect(200)).body).toMatchObject({
      ...{ name: 'New', legalName: null, accentColor: null },
    });
  });

  it('are deleted for good', async () => {
    const brand = await create();
    const path = `/v0/brands/${brand.brandId}`;
    expect((await api.delete(path).expect(200)).body).toEqual(brand);
    await api.get(path).expect(404);
  });

  it('are refused with each fault at its place', async () => {
    const given = {
      key: 'No Slug',
      name: '',
      accentColor: 'red',
      typeface: 'comic',
      language: 'English',
      more: 1,
    };
    const { body } = await api
      .post('/v0/brands', { ...given, footerLinks: [{ label: 'x', url: 'javascript:alert(1)' }] })
      .expect(400);
    expect(
      body.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`).sort(),
    ).toEqual([
      '/accentColor wrong_pattern',
      '/footerLinks/0/url wrong_uri',
      '/key wrong_pattern',
      '/language wrong_pattern',
      '/more unknown_property',
      '/name too_short',
      '/typeface unknown_value',
    ]);
  });

  it("are their tenant's own", async () => {
    const { brandId, key } = await create();
    await strangerApi.get(`/v0/brands/${brandId}`).expect(404);
    await strangerApi.post('/v0/brands', { key, name: 'Theirs' }).expect(201);
  });
});

describe('the key of a brand', () => {
  it('is unique', async () => {
    const { key } = await create();
    const { body } = await api.post('/v0/brands', { key, name: 'Again' }).expect(409);
    expect(body.code).toBe('brand_key_taken');
    const other = await create();
    expect((await api.patch(`/v0/brands/${other.brandId}`, { key }).expect(409)).body.code).toBe(
      'brand_key_taken',
    );
  });

  it('never looks like an id', async () => {
    await api.post('/v0/brands', { key: 'brand_acme', name: 'No' }).expect(400);
    await api.post('/v0/brands', { key: exampleId('brand'), name: 'No' }).expect(400);
    await api.post('/v0/brands', { key: 'brands_of-acme', name: 'Yes' }).expect(201);
  });
});

describe('the colours of a brand', () => {
  it('are accepted as they are, and answered with those that the site uses', async () => {
    const brand = await create({ groundColor: '#ffffff', textColor: '#cccccc', accentColor: '#facc15' });
    expect(brand).toMatchObject({ textColor: '#cccccc', accentColor: '#facc15' });
    const { light } = brand.effectiveColors;
    expect(light).toMatchObject({ ground: '#ffffff', accent: '#facc15', accentText: '#000000' });
    expect(light.text).not.toBe('#cccccc');
    expect(light.link).not.toBe('#facc15');
  });
});

describe('the trash of assets', () => {
  it('says which brands use an asset', async () => {
    const { assetId } = await made(service, { fields: { type: 'logo' } });
    const path = `/v0/assets/${assetId}`;
    const light = await create({ logoAssetId: assetId });
    const dark = await create({ darkLogoAssetId: assetId });
    await create();
    const usedBy = [light, dark].map(({ brandId }) => ({ type: 'brand', id: brandId }));
    const { body, headers } = await api.delete(path).expect(200);
    expect(body.usedBy).toEqual(usedBy);
    expect((await api.delete(path).expect(200)).body).toEqual(body);
    expect((await api.get(path).expect(200)).body).not.toHaveProperty('usedBy');
    await api.delete(`/v0/assets/trash/${assetId}`).set('if-match', headers.etag!).expect(200);
  });

  it('waits for a brand that is to use an asset', async () => {
    const { assetId } = await made(service, { fields: { type: 'icon' } });
    const { brandId } = await create();
    const held = await HeldTransaction.begin(service, 'select from asset where id = $1 for share', [
      uuidOf('asset', assetId),
    ]);
    await held.query('update brand set icon_asset_id = $1 where id = $2', [
      uuidOf('asset', assetId),
      uuidOf('brand', brandId),
    ]);
    const { body } = await held.commitAheadOf(api.delete(`/v0/assets/${assetId}`));
    expect(body.usedBy).toEqual([{ type: 'brand', id: brandId }]);
  });
});

describe('the assets of a brand', () => {
  it('are locked until the brand is stored', async () => {
    const { assetId } = await made(service, { fields: { type: 'icon' } });
    const held = await HeldTransaction.begin(service, 'update asset set trashed_at = now() where id = $1', [
      uuidOf('asset', assetId),
    ]);
    const given = { key: newKey(), name: 'x', iconAssetId: assetId };
    expect((await held.commitAheadOf(api.post('/v0/brands', given))).status).toBe(422);
  });

  const refused = async (body: object) => {
    const { body: problem } = await api.post('/v0/brands', { key: newKey(), name: 'x', ...body }).expect(422);
    return [problem.code, problem.errors[0].pointer] as unknown;
  };

  it('must exist', async () => {
    expect(await refused({ logoAssetId: exampleId('asset', 99) })).toEqual([
      'asset_not_found',
      '/logoAssetId',
    ]);
    expect(await refused({ iconAssetId: 'nonsense' })).toEqual(['asset_not_found', '/iconAssetId']);
  });

  it('must not be in the trash', async () => {
    const { assetId } = await made(service, { fields: { type: 'logo' } });
    await api.delete(`/v0/assets/${assetId}`).expect(200);
    expect(await refused({ darkLogoAssetId: assetId })).toEqual(['asset_not_found', '/darkLogoAssetId']);
  });

  it('must be of the right type', async () => {
    expect(await refused({ logoAssetId: exampleId('asset', 6) })).toEqual([
      'wrong_asset_type',
      '/logoAssetId',
    ]);
    expect(await refused({ iconAssetId: exampleId('asset', 4) })).toEqual([
      'wrong_asset_type',
      '/iconAssetId',
    ]);
    const { brandId } = await create();
    await api.patch(`/v0/brands/${brandId}`, { iconAssetId: exampleId('asset', 4) }).expect(422);
  });

  it('must be those of the tenant', async () => {
    const logoAssetId = exampleId('asset', 4);
    await strangerApi.post('/v0/brands', { key: newKey(), name: 'x', logoAssetId }).expect(422);
  });
});
