import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { makeMissingVariants, makeVariants } from '../../src/modules/assets/variants/variants.jobs.js';
import type { AssetView } from '../../src/modules/assets/dto/assets.dto.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import { Pictures } from '../../src/shared/pictures/pictures.js';
import { pathOf } from '../../src/shared/storage/file-store.js';
import { RemoveOrphansHandler } from '../../src/shared/storage/remove-orphans.handler.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { pictureOf } from '../support/picture-files.js';
import { KILLED } from '../support/stepwise-worker.js';
import { useTestService } from '../support/test-service.js';
import { HOUR, later, useProcessedPictures } from './processed-pictures.js';
import { CONTENT, filesOf, made, orphanCount } from './support.js';

const { service, api } = useTestService();
const pictures = useProcessedPictures(service);

/** Every file belongs to an asset or a variant, and there is each of theirs. */
async function expectNoOrphans(): Promise<void> {
  later(2 * HOUR);
  await service.app.get(RemoveOrphansHandler).handle();
  jest.restoreAllMocks();
  const { rows } = await service.pool.query<{ id: string }>(
    'select file_id as id from asset union all select file_id from asset_variant',
  );
  expect(await filesOf(service)).toEqual(rows.map(({ id }) => id).sort());
  expect(await orphanCount(service)).toBe(0);
}

describe('the job', () => {
  it.each(Object.keys(KILLED) as (keyof typeof KILLED)[])(
    'that is killed %s leaves nothing behind, and the next one makes the variants',
    async (killed) => {
      const { assetId } = await made(service, { content: await pictureOf('png') });
      await pictures.worker.work(makeVariants, killed);
      await expectNoOrphans();
      await pictures.worker.work(makeVariants);
      expect(await pictures.variantCount(assetId)).toBe(3);
      await expectNoOrphans();
    },
  );

  it('leaves nothing behind of an asset that is deleted meanwhile', async () => {
    const { assetId } = await made(service, { content: await pictureOf('png') });
    const decoder = service.app.get(Pictures);
    jest.spyOn(decoder, 'render').mockImplementationOnce(async (...asked) => {
      await api.delete(`/v0/assets/${assetId}`).expect(200);
      await api.delete(`/v0/assets/trash/${assetId}`).expect(200);
      return decoder.render(...asked);
    });
    await pictures.worker.work(makeVariants);
    expect(await pictures.variantCount(assetId)).toBe(0);
    await service.app.get(RemoveOrphansHandler).handle();
    await expectNoOrphans();
  });

  it('waits for a process that deletes the asset just then, and leaves nothing behind', async () => {
    const { assetId, data } = await made(service, { content: await pictureOf('png') });
    const held = await HeldTransaction.begin(service, 'delete from asset where id = $1', [
      uuidOf('asset', assetId),
    ]);
    await held.query('insert into loose_file (tenant_id, id, due_at) values ($1, $2, now())', [
      service.home.id,
      uuidOf('file', data.fileId),
    ]);
    await held.commitAheadOf(pictures.worker.work(makeVariants));
    expect(await pictures.variantCount(assetId)).toBe(0);
    await expectNoOrphans();
  });

  it('that loses against another one leaves the variants of that one alone', async () => {
    const { assetId } = await made(service, { content: await pictureOf('png') });
    const held = await HeldTransaction.begin(service, 'update asset set variants_at = now() where id = $1', [
      uuidOf('asset', assetId),
    ]);
    await held.commitAheadOf(pictures.worker.work(makeVariants));
    expect(await pictures.variantCount(assetId)).toBe(0);
    await expectNoOrphans();
  });

  it('deletes the variants with the asset, whoever deletes it', async () => {
    const first = await pictures.processed(await pictureOf('png'));
    const second = await pictures.processed(await pictureOf('png'));
    await api.delete(`/v0/assets/${first.assetId}`).expect(200);
    await api.delete(`/v0/assets/trash/${first.assetId}`).expect(200);
    expect(await pictures.variantCount(first.assetId)).toBe(0);
    await service.pool.query('insert into loose_file (tenant_id, id, due_at) values ($1, $2, now())', [
      service.home.id,
      uuidOf('file', second.data.fileId),
    ]);
    await service.pool.query('delete from asset where id = $1', [uuidOf('asset', second.assetId)]);
    expect(await pictures.variantCount(second.assetId)).toBe(0);
    expect(await orphanCount(service)).toBe(8);
    await expectNoOrphans();
  });

  it('gives up a file that fails twice, which keeps its original only', async () => {
    const { assetId, data, downloadUrl } = await made(service, { content: await pictureOf('png') });
    const stored = join(service.dataDir, 'files', pathOf(uuidOf('file', data.fileId)!));
    await writeFile(stored, Buffer.concat([CONTENT.png, Buffer.from('x')]));
    await expect(pictures.worker.work(makeVariants)).rejects.toThrow('damaged');
    await service.pool.query(
      `update jobs.job set state = 'retry', start_after = now() - interval '1 second'`,
    );
    await pictures.worker.work(makeVariants);
    later(HOUR);
    await pictures.worker.run(makeMissingVariants);
    jest.restoreAllMocks();
    expect(await pictures.variantCount(assetId)).toBe(0);
    expect(await pictures.read(assetId)).toMatchObject({ width: 4, previewDownloadUrl: null, downloadUrl });
    await expectNoOrphans();
  });

  it('gives up a file that is longer than it was, and the other pictures do not wait for that', async () => {
    const older = await made(service, { content: await pictureOf('png') });
    const { assetId, data } = await made(service, { content: CONTENT.png });
    const stored = join(service.dataDir, 'files', pathOf(uuidOf('file', data.fileId)!));
    await writeFile(stored, Buffer.concat([CONTENT.png, Buffer.from('x')]));
    later(HOUR);
    await pictures.worker.run(makeMissingVariants);
    expect(await pictures.variantCount(older.assetId)).toBe(3);
    await pictures.worker.run(makeMissingVariants);
    const waiting = 'select from asset where variants_at is null and id = $1';
    expect((await service.pool.query(waiting, [uuidOf('asset', assetId)])).rowCount).toBe(0);
    expect(await pictures.variantCount(assetId)).toBe(0);
    await expectNoOrphans();
  });

  it('is tried again while pictures can not be decoded, without counting as a failure', async () => {
    const { assetId } = await made(service, { content: await pictureOf('png') });
    jest.spyOn(service.app.get(Pictures), 'inspect').mockRejectedValue(new Error('busy'));
    for (let tries = 0; tries < 3; tries++) {
      await expect(pictures.worker.work(makeVariants)).rejects.toThrow('busy');
      await service.pool.query(
        `update jobs.job set state = 'retry', start_after = now() - interval '1 second'`,
      );
    }
    jest.restoreAllMocks();
    await pictures.worker.work(makeVariants);
    expect(await pictures.variantCount(assetId)).toBe(3);
  });

  it('also processes the pictures that were there before, of every tenant', async () => {
    const tenants = [service.home, service.stranger];
    const assets: AssetView[] = [];
    for (const tenant of tenants)
      assets.push(await made(service, { content: await pictureOf('png') }, tenant));
    await service.pool.query('update asset set width = null, height = null where variants_at is null');
    await pictures.worker.run(makeMissingVariants);
    expect(await pictures.variantCount(assets[0]!.assetId)).toBe(0);
    later(11 * 60_000);
    await pictures.worker.run(makeMissingVariants);
    jest.restoreAllMocks();
    for (const [index, { assetId }] of assets.entries()) {
      expect(await pictures.variantCount(assetId)).toBe(3);
      expect(await pictures.read(assetId, tenants[index])).toMatchObject({ width: 4, height: 3 });
    }
    await expectNoOrphans();
  });
});
