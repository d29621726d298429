import { setImmediate as nextTurnOfTheLoop } from 'node:timers/promises';
import { DomainError } from '../kernel/errors.js';
import { LargeAnswers } from './large-answers.js';

const BURN_MS = 5;
const WAIT_MS = 20;
const answers = () => new LargeAnswers(100, WAIT_MS);

describe('large answers', () => {
  it('of one tenant take half of the room at most', async () => {
    const all = answers();
    await all.reserve('a', 30);
    await all.reserve('a', 20);
    expect(() => all.reserveAtOnce('a', 1)).toThrow(DomainError);
    await expect(all.reserve('b', 50)).resolves.toBeDefined();
  });

  it('of all tenants take no more than there is', async () => {
    const all = answers();
    for (const tenant of ['a', 'b', 'c']) await all.reserve(tenant, 33);
    await expect(all.reserve('d', 33)).rejects.toMatchObject({ kind: 'unavailable', code: 'busy' });
  });

  it('wait until there is room', async () => {
    const all = new LargeAnswers(100, 60_000);
    const rooms = [await all.reserve('a', 50), await all.reserve('b', 50)];
    const waiting = [all.reserve('a', 50), all.reserve('c', 10)];
    rooms[1]!.resize(40);
    await expect(waiting[1]).resolves.toBeDefined();
    rooms[0]!.release();
    await expect(waiting[0]).resolves.toBeDefined();
  });

  it('come, however large they are, where there is no other', () => {
    const all = answers();
    const room = all.reserveAtOnce('a', 1000);
    expect(() => all.reserveAtOnce('b', 1)).toThrow(DomainError);
    room.release();
    room.release();
    expect(all.reserveAtOnce('b', 1)).toBeDefined();
  });

  it('are built and sent in turns, between which other requests have theirs', async () => {
    const all = answers();
    const isNextAtOnce = async () => {
      let isDone = false;
      void all.inTurn(burn);
      void all.inTurn(() => (isDone = true));
      await nextTurnOfTheLoop();
      return isDone;
    };
    expect(await isNextAtOnce()).toBe(true);
    all.requestCame();
    expect(await isNextAtOnce()).toBe(false);
  });

  it('that tell of a change are never refused', () => {
    const all = answers();
    all.take('a', 1000);
    expect(all.take('a', 1000)).toBeDefined();
  });
});

function burn(): void {
  const end = performance.now() + BURN_MS;
  while (performance.now() < end);
}
