import type { BrandView } from '../../src/modules/brands/brands.dto.js';
import type { PageView } from '../../src/modules/pages/dto/pages.dto.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { PLAIN_PAGE } from '../pages/records.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { useTestService } from '../support/test-service.js';

const { service, api, strangerApi } = useTestService();

let count = 0;

async function newBrand(): Promise<BrandView & { path: string }> {
  const { body } = await api.post('/v0/brands', { key: `key-${++count}`, name: 'One' }).expect(201);
  return { ...(body as BrandView), path: `/v0/brands/${(body as BrandView).brandId}` };
}

async function newPage(brandId: string): Promise<PageView & { path: string }> {
  const { body } = await api.post('/v0/pages', { ...PLAIN_PAGE, brandId }).expect(201);
  return { ...(body as PageView), path: `/v0/pages/${(body as PageView).pageId}` };
}

const inUse = (number: string) => ({
  status: 409,
  body: expect.objectContaining({ code: 'brand_in_use', detail: expect.stringContaining(number) }) as unknown,
});

describe('a brand that pages name', () => {
  it('by its id or its key is neither deleted nor given another key', async () => {
    const { path, brandId, key } = await newBrand();
    await newPage(brandId);
    expect(await api.delete(path)).toMatchObject(inUse('1 page names'));
    await newPage(key);
    expect(await api.delete(path)).toMatchObject(inUse('2 pages name'));
    expect(await api.patch(path, { key: 'another' })).toMatchObject(inUse('2 pages name'));
    await api.patch(path, { key, name: 'Two' }).expect(200);
  });

  it('is in use by archived pages, but not by deleted ones, nor by those of other tenants', async () => {
    const { path, brandId, key } = await newBrand();
    await strangerApi.post('/v0/pages', { ...PLAIN_PAGE, brandId: key }).expect(201);
    const page = await newPage(brandId);
    await api.post(`${page.path}/archive`, {}).expect(200);
    expect(await api.delete(path)).toMatchObject(inUse('1 page names'));
    await api.delete(page.path).expect(200);
    await api.delete(path).expect(200);
  });
});

describe('a page that is to name a brand while the brand is deleted', () => {
  /** A deletion of the brand that is not committed yet. */
  const deletion = ({ brandId }: BrandView) =>
    HeldTransaction.begin(service, 'delete from brand where id = $1', [uuidOf('brand', brandId)]);

  it('waits when it is made', async () => {
    const brand = await newBrand();
    const held = await deletion(brand);
    const { status } = await held.commitAheadOf(api.post('/v0/pages', { ...PLAIN_PAGE, brandId: brand.key }));
    expect(status).toBe(201);
  });

  it('waits when it is changed', async () => {
    const brand = await newBrand();
    const page = await newPage('none');
    const held = await deletion(brand);
    const { status } = await held.commitAheadOf(api.patch(page.path, { brandId: brand.brandId }));
    expect(status).toBe(200);
  });

  it('waits when it is restored', async () => {
    const brand = await newBrand();
    const page = await newPage(brand.key);
    await api.delete(page.path).expect(200);
    const held = await deletion(brand);
    const { status } = await held.commitAheadOf(api.post(`${page.path}/restore`, {}));
    expect(status).toBe(200);
  });
});

it('the deletion of a brand waits for a page that is to name it, and is refused then', async () => {
  const { path, brandId, key } = await newBrand();
  const { pageId } = await newPage('none');
  const held = await HeldTransaction.begin(service, 'select from brand where id = $1 for key share', [
    uuidOf('brand', brandId),
  ]);
  await held.query('update page set brand_id = $1 where id = $2', [key, uuidOf('page', pageId)]);
  expect(await held.commitAheadOf(api.delete(path))).toMatchObject(inUse('1 page names'));
});
