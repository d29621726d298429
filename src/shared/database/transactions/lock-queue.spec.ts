import { HeldLocks, LockHeld, LockQueue } from './lock-queue.js';

const MAX_WAITING = 1000;

const settled = () => new Promise(setImmediate);

describe('a lock', () => {
  it('is handed on in the order in which it was asked for', async () => {
    const queue = new LockQueue();
    const order: number[] = [];
    for (const number of [0, 1, 2, 3]) void queue.acquire('a', 1000).then(() => order.push(number));
    for (const count of [1, 2, 3, 4]) {
      await settled();
      expect(order).toHaveLength(count);
      queue.release('a');
    }
    expect(order).toEqual([0, 1, 2, 3]);
    expect(queue.tryAcquire('a')).toBe(true);
  });

  it('is not handed to who has waited for too long', async () => {
    const queue = new LockQueue();
    await queue.acquire('a', 0);
    const late = expect(queue.acquire('a', 0)).rejects.toMatchObject({ code: 'busy' });
    const patient = queue.acquire('a', 60_000);
    await late;
    expect(queue.size).toBe(1);
    queue.release('a');
    await patient;
  });

  it('is refused at once where too many wait for it', async () => {
    const queue = new LockQueue();
    await queue.acquire('a', 0);
    const waiting = Array.from({ length: MAX_WAITING }, () => queue.acquire('a', 60_000));
    await expect(queue.acquire('a', 60_000)).rejects.toMatchObject({ code: 'busy' });
    await queue.acquire('b', 0);
    for (const each of [queue.acquire('a', 0).catch(() => undefined), ...waiting]) {
      queue.release('a');
      await each;
    }
  });
});

describe('the locks of a unit of work', () => {
  it('are not waited for with a connection, nor with another lock', async () => {
    const queue = new LockQueue();
    const locks = new HeldLocks(queue);
    await queue.acquire('a', 0);
    await expect(locks.acquire('a', true)).rejects.toBeInstanceOf(LockHeld);
    await locks.acquire('b', false);
    await expect(locks.acquire('a', false)).rejects.toBeInstanceOf(LockHeld);
  });

  it('are taken in one order, and none of them is held before its turn', async () => {
    const queue = new LockQueue();
    const locks = new HeldLocks(queue);
    await locks.acquire('b', false);
    await queue.acquire('a', 0);
    const both = locks.acquireWith('a');
    expect(queue.tryAcquire('b')).toBe(true);
    queue.release('b');
    queue.release('a');
    await both;
    expect([queue.tryAcquire('a'), queue.tryAcquire('b')]).toEqual([false, false]);
    locks.releaseAll();
    expect([queue.tryAcquire('a'), queue.tryAcquire('b')]).toEqual([true, true]);
  });
});
