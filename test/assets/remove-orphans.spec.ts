import { jest } from '@jest/globals';
import { clock } from '../../src/shared/kernel/clock.js';
import { newUuid } from '../../src/shared/kernel/ids.js';
import { FileStore } from '../../src/shared/storage/file-store.js';
import { RemoveOrphansHandler } from '../../src/shared/storage/remove-orphans.handler.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { useTestService } from '../support/test-service.js';
import { orphanCount, problemOf, send } from './support.js';

const HOUR = 3_600_000;

const { service } = useTestService();
let store: FileStore;

beforeAll(() => {
  store = service.app.get(FileStore);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await service.pool.query('delete from loose_file');
});

const removeOrphans = () => service.app.get(RemoveOrphansHandler).handle();

/** Due one after the other, the first of them first. */
async function orphans(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newUuid());
  await service.pool.query(
    `insert into loose_file (tenant_id, id, due_at)
     select $1, id, now() - interval '1 hour' + place * interval '1 second'
     from unnest($2::uuid[]) with ordinality as orphan (id, place)`,
    [service.home.id, ids],
  );
  return ids;
}

function failFor(stuck: string[]): jest.Spied<FileStore['remove']> {
  return jest.spyOn(store, 'remove').mockImplementation(async (id) => {
    if (stuck.includes(id)) throw new Error(`stuck: ${id}`);
  });
}

async function left(): Promise<string[]> {
  const { rows } = await service.pool.query<{ id: string }>('select id from loose_file order by id');
  return rows.map(({ id }) => id);
}

describe('a file that can not be removed', () => {
  it('keeps no other from being removed, and is told of', async () => {
    const [first, ...others] = await orphans(45);
    const removed = failFor([first!]);
    await expect(removeOrphans()).rejects.toThrow('stuck');
    expect(await left()).toEqual([first]);
    expect(removed).toHaveBeenCalledTimes(1 + others.length);
  });

  it('is tried again after an hour', async () => {
    const [stuck] = await orphans(1);
    const removed = failFor([stuck!]);
    await expect(removeOrphans()).rejects.toThrow('stuck');
    await removeOrphans();
    expect(removed).toHaveBeenCalledTimes(1);
    removed.mockResolvedValue(undefined);
    const later = Date.now() + HOUR;
    jest.spyOn(clock, 'now').mockImplementation(() => new Date(later));
    await removeOrphans();
    expect(await left()).toEqual([]);
  });

  it('is like the others: then the store is away, and the rest is left for later', async () => {
    const ids = await orphans(30);
    const removed = failFor(ids);
    await expect(removeOrphans()).rejects.toThrow('stuck');
    expect(removed).toHaveBeenCalledTimes(20);
    expect(await left()).toEqual(ids.sort());
  });
});

describe('while the store works', () => {
  it('no connection is held', async () => {
    await orphans(1);
    const held: number[] = [];
    jest.spyOn(store, 'remove').mockImplementation(async () => {
      held.push(service.pool.totalCount - service.pool.idleCount);
    });
    await removeOrphans();
    expect(held).toEqual([0]);
  });

  it('two handlers do not take the same file', async () => {
    await orphans(60);
    const removed = failFor([]);
    await Promise.all([removeOrphans(), removeOrphans(), removeOrphans()]);
    expect(removed).toHaveBeenCalledTimes(60);
    expect(await left()).toEqual([]);
  });

  it('a handler neither waits for those that another one claims just then, nor takes them', async () => {
    const [claimed, ...others] = await orphans(3);
    const removed = failFor([]);
    const held = await HeldTransaction.begin(
      service,
      `update loose_file set is_doomed = true, due_at = now() + interval '1 hour' where id = $1`,
      [claimed],
    );
    await removeOrphans();
    await held.commit();
    expect(removed.mock.calls.flat().sort()).toEqual(others.sort());
    expect(await left()).toEqual([claimed]);
  });

  it('no record can be made of a file that is being removed', async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const put = store.put.bind(store);
    let removal: Promise<void> | undefined;
    jest.spyOn(store, 'put').mockImplementation(async (file) => {
      await put(file);
      await service.pool.query(`update loose_file set due_at = now() - interval '1 second'`);
      await new Promise<void>((taken) => {
        jest.spyOn(store, 'remove').mockImplementationOnce(async () => {
          taken();
          await gate;
        });
        removal = removeOrphans();
      });
    });
    const answer = await send(service);
    expect([answer.status, (await problemOf(answer)).code]).toEqual([503, 'upload_lost']);
    open();
    await removal;
    expect(await orphanCount(service)).toBe(0);
  });
});
