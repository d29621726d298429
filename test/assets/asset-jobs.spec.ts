import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { EmptyTrashHandler } from '../../src/modules/assets/empty-trash.handler.js';
import { TenantStore } from '../../src/shared/auth/tenant-store.js';
import { currentTenant } from '../../src/shared/database/transactions/work-context.js';
import { clock } from '../../src/shared/kernel/clock.js';
import { newUuid, wireId } from '../../src/shared/kernel/ids.js';
import { FileStore } from '../../src/shared/storage/file-store.js';
import { UploadFolder } from '../../src/shared/storage/upload-folder.js';
import { RemoveOrphansHandler } from '../../src/shared/storage/remove-orphans.handler.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { CONTENT, filesOf, orphanCount, made, type Upload } from './support.js';

const DAY = 86_400_000;

let service: TestService;

beforeEach(async () => {
  service = await startTestService();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await service.close();
});

async function trashedAt(time: number, tenant = service.home, upload: Upload = {}): Promise<string> {
  jest.spyOn(clock, 'now').mockImplementation(() => new Date(time));
  const { assetId } = await made(service, upload, tenant);
  await tenant.api.delete(`/v0/assets/${assetId}`).expect(200);
  jest.restoreAllMocks();
  return assetId;
}

const statusOf = async (assetId: string, tenant = service.home) =>
  (await tenant.api.get(`/v0/assets/${assetId}`)).status;

describe('the trash', () => {
  it('is emptied of what has been there for 30 days, for every tenant', async () => {
    const now = Date.now();
    const old = await trashedAt(now - 30 * DAY - 1000);
    const foreign = await trashedAt(now - 31 * DAY, service.stranger);
    const young = await trashedAt(now - 30 * DAY + 60_000);
    await service.app.get(EmptyTrashHandler).handle();
    expect([await statusOf(old), await statusOf(foreign, service.stranger), await statusOf(young)]).toEqual([
      404, 404, 200,
    ]);
    const { rows } = await service.pool.query(`select tenant_id from event where type = 'asset.deleted'`);
    expect(rows.map(({ tenant_id }) => tenant_id).sort()).toEqual(
      [service.home.id, service.stranger.id].sort(),
    );
  });

  it('is emptied in batches; what a crash leaves undone, the next run does', async () => {
    await service.pool.query(
      `insert into asset (id, tenant_id, name, purpose, tags, hidden, kind, file_id, media_type, file_size, file_hash,
         search_text, created_at, updated_at, trashed_at)
       select gen_random_uuid(), $1, 'n', 'p', '{}', false, 'image', gen_random_uuid(), 'image/png', 1, 'x',
         'n', now(), now(), now() - interval '31 days' from generate_series(1, 120)`,
      [service.stranger.id],
    );
    await service.pool.query(`
      create function fail_late() returns trigger language plpgsql as $$ begin
        if (select count(*) from asset) < 40 then raise 'crash'; end if; return null; end $$`);
    await service.pool.query(
      'create trigger fail_late after delete on asset for each statement execute function fail_late()',
    );
    await expect(service.app.get(EmptyTrashHandler).handle()).rejects.toThrow('crash');
    const left = async () =>
      (await service.pool.query('select from asset where tenant_id = $1', [service.stranger.id])).rowCount;
    expect(await left()).toBe(70);
    await service.pool.query('drop trigger fail_late on asset');
    await service.app.get(EmptyTrashHandler).handle();
    expect(await left()).toBe(0);
    expect(await orphanCount(service)).toBe(120);
    const { rowCount } = await service.pool.query(`select from jobs.job where name = 'storage.sweep'`);
    expect(rowCount).toBeLessThanOrEqual(4);
    await service.app.get(RemoveOrphansHandler).handle();
    expect(await orphanCount(service)).toBe(0);
  });
});

it('work that fails for one tenant is done for the others all the same', async () => {
  const seen: string[] = [];
  const work = async () => {
    seen.push(currentTenant());
    if (seen.length === 1) throw new Error('no luck');
  };
  await expect(service.app.get(TenantStore).forEach(work)).rejects.toThrow('no luck');
  expect(seen.sort()).toEqual([service.home.id, service.stranger.id].sort());
});

it('work that fails for several tenants tells of each', async () => {
  const work = () => Promise.reject(new Error(`no luck for ${currentTenant()}`));
  const failure = await service.app
    .get(TenantStore)
    .forEach(work)
    .catch((error: unknown) => error);
  const messages = [service.home, service.stranger].map(({ id }) => `no luck for ${id}`);
  expect(failure).toBeInstanceOf(AggregateError);
  const { errors, message } = failure as AggregateError;
  expect(errors.map((error: Error) => error.message).sort()).toEqual(messages.sort());
  for (const { id } of [service.home, service.stranger])
    expect(message).toContain(`${wireId('tenant', id)}: no luck for ${id}`);
});

describe('a file', () => {
  it('is removed once its record is deleted for good', async () => {
    await service.close();
    service = await startTestService({ ROLE: 'all' });
    const before = await filesOf(service);
    // A ZIP has no variants, which a job would add meanwhile.
    const upload = { content: CONTENT.zip, fields: { type: 'custom-component' } };
    const assetId = await trashedAt(Date.now(), service.home, upload);
    expect(await filesOf(service)).toHaveLength(before.length + 1);
    await service.home.api.delete(`/v0/assets/trash/${assetId}`).expect(200);
    await until(async () => (await orphanCount(service)) === 0);
    expect(await filesOf(service)).toEqual(before);
  });

  it('that can not be removed now is removed later', async () => {
    const assetId = await trashedAt(Date.now());
    await service.home.api.delete(`/v0/assets/trash/${assetId}`).expect(200);
    jest.spyOn(service.app.get(FileStore), 'remove').mockRejectedValue(new Error('away'));
    await expect(service.app.get(RemoveOrphansHandler).handle()).rejects.toThrow('away');
    expect(await orphanCount(service)).toBe(1);
    jest.restoreAllMocks();
    const later = Date.now() + 3_600_000;
    jest.spyOn(clock, 'now').mockImplementation(() => new Date(later));
    await service.app.get(RemoveOrphansHandler).handle();
    expect(await orphanCount(service)).toBe(0);
  });

  it('that was left behind by a killed process goes after an hour', async () => {
    const before = await filesOf(service);
    const folder = join(service.dataDir, 'files', 'incoming');
    await mkdir(folder, { recursive: true });
    const [stale, fresh] = [newUuid(), newUuid()];
    for (const name of [stale, fresh]) await writeFile(join(folder, name), 'half');
    const anHourAgo = new Date(Date.now() - 3_600_001);
    await utimes(join(folder, stale), anHourAgo, anHourAgo);
    await service.app.get(UploadFolder).removeStale();
    expect(await filesOf(service)).toEqual([...before, fresh].sort());
  });
});
