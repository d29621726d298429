import { FairQueue } from './fair-queue.js';

/** Starts work of an owner, and records the order in which it runs. */
function running(queue: FairQueue): { ask: (name: string) => void; order: string[] } {
  const order: string[] = [];
  const ask = (name: string) => {
    const turn = queue.acquire(name[0]!);
    if (turn)
      turn.then(
        () => order.push(name),
        () => undefined,
      );
    else order.push(name);
  };
  return { ask, order };
}

const settled = () => new Promise(setImmediate);

describe('a fair queue', () => {
  it('lets one owner use all of it', () => {
    const queue = new FairQueue({ max: 3, reserve: 1, waitMs: 50, maxWaiting: 1000 });
    const { ask, order } = running(queue);
    for (const name of ['a1', 'a2', 'a3', 'a4']) ask(name);
    expect(order).toEqual(['a1', 'a2', 'a3']);
    expect([queue.atWork, queue.waiting]).toEqual([3, 1]);
  });

  it('keeps a reserve for owners that have nothing at work', () => {
    const { ask, order } = running(new FairQueue({ max: 2, reserve: 1, waitMs: 50, maxWaiting: 1000 }));
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) ask(name);
    expect(order).toEqual(['a1', 'a2', 'b1']);
  });

  it('serves next whoever has least at work, and equals in turn', async () => {
    const queue = new FairQueue({ max: 3, reserve: 0, waitMs: 1000, maxWaiting: 1000 });
    const { ask, order } = running(queue);
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1', 'c2']) ask(name);
    for (const owner of ['a', 'a', 'a', 'b', 'c', 'a']) queue.release(owner);
    await settled();
    expect(order.slice(3)).toEqual(['b1', 'c1', 'a4', 'b2', 'c2', 'a5']);
  });

  it('lets none have two turns while another that has as much at work waits for its first', async () => {
    const queue = new FairQueue({ max: 1, reserve: 0, waitMs: 1000, maxWaiting: 1000 });
    const { ask, order } = running(queue);
    for (const name of ['x', 'a1', 'a2', 'a3', 'b1', 'b2', 'c1']) ask(name);
    for (let turn = 0; turn < 6; turn++) {
      queue.release(order.at(-1)![0]!);
      await settled();
    }
    expect(order).toEqual(['x', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('refuses who waited for too long, and forgets owners without work', async () => {
    const queue = new FairQueue({ max: 1, reserve: 0, waitMs: 5, maxWaiting: 1000 });
    void queue.acquire('a');
    await expect(queue.acquire('b')).rejects.toMatchObject({ code: 'busy' });
    queue.release('a');
    expect([queue.atWork, queue.waiting]).toEqual([0, 0]);
    expect(queue.acquire('b')).toBeUndefined();
  });

  it('refuses at once what could only wait too long', async () => {
    const queue = new FairQueue({ max: 1, reserve: 0, waitMs: 50, maxWaiting: 1000 });
    void queue.acquire('a');
    const waiting = Array.from({ length: 1000 }, () => queue.acquire('a'));
    expect(() => queue.acquire('a')).toThrow('try again shortly');
    const other = queue.acquire('b');
    expect(other).toBeDefined();
    await Promise.allSettled([...waiting, other]);
  });
});
