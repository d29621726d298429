import { AT_ONCE, atOnce, MANY_CONNECTIONS } from '../support/api/at-once.js';
import { recordedEvents } from '../support/recorded-events.js';
import { useTestService } from '../support/test-service.js';
import { filesOf, orphanCount, made } from './support.js';

// Each with a connection of its own: that they wait for each other is the point, not that they wait for one.
const { service, api } = useTestService(MANY_CONNECTIONS);

async function trashed(): Promise<string> {
  const { assetId } = await made(service);
  await api.delete(`/v0/assets/${assetId}`).expect(200);
  return assetId;
}

describe('30 parallel requests', () => {
  it('trash an asset once, and all answer the same record', async () => {
    const { assetId } = await made(service);
    const answers = await atOnce(service, () => api.delete(`/v0/assets/${assetId}`));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await recordedEvents(service, { type: 'asset.trashed', assetId })).toHaveLength(1);
  });

  it('restore an asset once', async () => {
    const assetId = await trashed();
    const answers = await atOnce(service, () => api.post(`/v0/assets/trash/${assetId}/restore`));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await recordedEvents(service, { type: 'asset.restored', assetId })).toHaveLength(1);
  });

  it('delete for good once', async () => {
    const assetId = await trashed();
    const answers = await atOnce(service, () => api.delete(`/v0/assets/trash/${assetId}`));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array<number>(AT_ONCE - 1).fill(404),
    ]);
    expect(await recordedEvents(service, { type: 'asset.deleted', assetId })).toHaveLength(1);
  });

  it('restore or delete for good, and whichever was first holds', async () => {
    const assetId = await trashed();
    const answers = await atOnce(service, (index) =>
      index % 2 ? api.post(`/v0/assets/trash/${assetId}/restore`) : api.delete(`/v0/assets/trash/${assetId}`),
    );
    const statuses = answers.map(({ status }) => status);
    const { status } = await api.get(`/v0/assets/${assetId}`);
    expect(statuses.filter((each) => ![200, 404, 409].includes(each))).toEqual([]);
    expect(status === 404 || !statuses.includes(404)).toBe(true);
  });

  it('never make a ring of parents', async () => {
    const ids = await Promise.all(Array.from({ length: 3 }, async () => (await made(service)).assetId));
    const answers = await atOnce(service, (index) =>
      api.patch(`/v0/assets/${ids[index % 3]}`, { parentAssetId: ids[(index + 1) % 3] }),
    );
    expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
    const { rows } = await service.pool.query(
      `with recursive way as (
         select id, parent_asset_id, 0 as steps from asset
         union all
         select way.id, a.parent_asset_id, steps + 1 from asset a join way on a.id = way.parent_asset_id where steps < 9
       ) select from way where steps = 9`,
    );
    expect(rows).toEqual([]);
  });

  it('upload below a parent that is deleted meanwhile, and none fails on our side', async () => {
    const { assetId } = await made(service);
    const uploads = Array.from({ length: AT_ONCE }, () =>
      made(service, { fields: { parentAssetId: assetId } }).catch((error: Error) => error),
    );
    await api.delete(`/v0/assets/${assetId}`).expect(200);
    await api.delete(`/v0/assets/trash/${assetId}`).expect(200);
    const failed = (await Promise.all(uploads)).filter((each) => each instanceof Error);
    expect(failed.filter(({ message }) => !message.includes('asset_not_found'))).toEqual([]);
  });
});

it('leaves as many files as there are assets and orphans', async () => {
  const { rows } = await service.pool.query<{ count: string }>('select count(*) from asset');
  expect(await filesOf(service)).toHaveLength(Number(rows[0]!.count) + (await orphanCount(service)));
});
