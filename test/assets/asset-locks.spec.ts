import type { AssetView } from '../../src/modules/assets/dto/assets.dto.js';
import { EmptyTrashHandler } from '../../src/modules/assets/empty-trash.handler.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { useTestService } from '../support/test-service.js';
import { made, problemOf, send } from './support.js';

const { service, api } = useTestService();

const pathOf = ({ assetId }: AssetView) => `/v0/assets/${assetId}`;
const uuidIn = ({ assetId }: AssetView) => uuidOf('asset', assetId)!;
const below = (parent: AssetView) => made(service, { fields: { parentAssetId: parent.assetId } });

it('two moves that would make a cycle together come one after the other', async () => {
  // No row is part of both moves: only the lock of the tree stands between them.
  const [top, bottom] = [await made(service), await made(service)];
  const [belowTop, belowBottom] = [await below(top), await below(bottom)];
  const held = await HeldTransaction.ofMatter(service, 'asset tree');
  const move = 'update asset set parent_asset_id = $1 where id = $2';
  await held.query(move, [uuidIn(belowBottom), uuidIn(top)]);
  const mine = api.patch(pathOf(bottom), { parentAssetId: belowTop.assetId }).expect(409);
  expect((await held.commitAheadOf(mine)).body.code).toBe('asset_cycle');
});

describe('while another process puts an asset into the trash,', () => {
  let parent: AssetView;
  let held: HeldTransaction;

  beforeEach(async () => {
    parent = await made(service);
    held = await HeldTransaction.begin(service, 'update asset set trashed_at = now() where id = $1', [
      uuidIn(parent),
    ]);
  });

  it('an upload below it waits, and is refused', async () => {
    const mine = send(service, { fields: { parentAssetId: parent.assetId } });
    expect((await problemOf(await held.commitAheadOf(mine))).code).toBe('asset_not_found');
  });

  it('a move below it waits, and is refused', async () => {
    const mine = api.patch(pathOf(await made(service)), { parentAssetId: parent.assetId });
    expect((await held.commitAheadOf(mine)).body.code).toBe('asset_not_found');
  });
});

it('uploads below one parent do not wait for each other', async () => {
  const parent = await made(service);
  await HeldTransaction.begin(service, 'select from asset where id = $1 for share', [uuidIn(parent)]);
  await below(parent);
});

it('the trash is emptied without waiting for an asset that is restored just then, which stays', async () => {
  const [restored, expired] = [await made(service), await made(service)];
  for (const asset of [restored, expired]) await api.delete(pathOf(asset)).expect(200);
  await service.pool.query(`update asset set trashed_at = now() - interval '31 days' where id = any($1)`, [
    [uuidIn(restored), uuidIn(expired)],
  ]);
  const held = await HeldTransaction.begin(service, 'update asset set trashed_at = null where id = $1', [
    uuidIn(restored),
  ]);
  await service.app.get(EmptyTrashHandler).handle();
  await api.get(pathOf(expired)).expect(404);
  await held.commit();
  await service.app.get(EmptyTrashHandler).handle();
  await api.get(pathOf(restored)).expect(200);
});
