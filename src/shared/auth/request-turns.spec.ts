import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { RequestTurns } from './request-turns.js';

const ALONE = 64;
const SWEEP_MS = 20;

class Answer extends EventEmitter {
  close(): void {
    this.emit('close');
  }
}

/** Requests of several owners, and in which order they get their turns. */
function requests() {
  const turns = new RequestTurns();
  const order: string[] = [];
  let now = performance.now();
  const send = (owner: string, name = owner) => {
    const answer = new Answer();
    const start = () => order.push(name);
    const turn = turns.take(owner, answer as unknown as Response, now);
    if (turn) turn.then(start, () => order.push(`${name} refused`));
    else start();
    return answer;
  };
  const sendMany = (count: number, owner: string) =>
    Array.from({ length: count }, (_, at) => send(owner, `${owner} ${at + 1}`));
  const pass = async (ms: number) => {
    for (const end = now + ms; now < end;) turns.sweep((now += Math.min(SWEEP_MS, end - now)));
    await Promise.resolve();
  };
  return { turns, order, send, sendMany, pass };
}

it('an owner who is alone has many requests at work', () => {
  const { turns, sendMany } = requests();
  sendMany(ALONE + 3, 'a');
  expect([turns.atWork, turns.waiting]).toEqual([ALONE, 3]);
});

it('among others, each has four, and its next one starts when one is answered', async () => {
  const { order, send, sendMany, pass } = requests();
  send('b').close();
  const [first] = sendMany(6, 'a');
  send('b');
  expect(order).toEqual(['b', 'a 1', 'a 2', 'a 3', 'a 4', 'b']);
  first!.close();
  await pass(0);
  expect(order.slice(6)).toEqual(['a 5']);
});

it('among others, one who floods has one', async () => {
  const { turns, order, send, sendMany, pass } = requests();
  send('b').close();
  const answers = sendMany(4 + 17, 'a');
  expect([turns.atWork, turns.waiting]).toEqual([4, 17]);
  for (const at of [0, 1, 2]) answers[at]!.close();
  await pass(0);
  expect([turns.atWork, turns.waiting]).toEqual([1, 17]);
  answers[3]!.close();
  await pass(0);
  expect(order.at(-1)).toBe('a 5');
  expect([turns.atWork, turns.waiting]).toEqual([1, 16]);
  answers[4]!.close();
  await pass(0);
  // With fewer waiting, it floods no more.
  expect([turns.atWork, turns.waiting]).toEqual([4, 12]);
});

it('others count as present for a second after their last request', async () => {
  const { turns, send, sendMany, pass } = requests();
  send('b').close();
  await pass(990);
  const answers = sendMany(6, 'a');
  expect(turns.waiting).toBe(2);
  answers.forEach((answer) => answer.close());
  await pass(20);
  sendMany(6, 'a');
  expect([turns.atWork, turns.waiting]).toEqual([6, 0]);
});

it('a request that is not answered soon makes room for the next one', async () => {
  const { order, send, sendMany, pass } = requests();
  send('b').close();
  const [slow] = sendMany(8, 'a');
  await pass(90);
  expect(order).toEqual(['b', 'a 1', 'a 2', 'a 3', 'a 4']);
  await pass(40);
  expect(order).toEqual(['b', 'a 1', 'a 2', 'a 3', 'a 4', 'a 5', 'a 6', 'a 7', 'a 8']);
  sendMany(1, 'a');
  // Its turn is over, so its answer makes no room.
  slow!.close();
  await pass(0);
  expect(order).toHaveLength(9);
});

it('a client that is gone while it waits gets no turn', async () => {
  const { order, turns, send, sendMany, pass } = requests();
  send('b').close();
  const [first, , , , fifth] = sendMany(6, 'a');
  fifth!.close();
  await pass(0);
  expect(turns.waiting).toBe(1);
  first!.close();
  await pass(0);
  expect(order.slice(-2)).toEqual(['a 5 refused', 'a 6']);
  expect(turns.atWork).toBe(4);
});

it('a request is refused after ten seconds, and at once if a thousand wait', async () => {
  const { turns, order, send, sendMany, pass } = requests();
  send('b').close();
  sendMany(1004, 'a');
  expect(() => send('a')).toThrow('overloaded');
  expect(() => send('b')).not.toThrow();
  for (let halves = 0; halves < 21; halves++) {
    await pass(500);
    send('b').close();
  }
  // One in 100 ms gets its turn, because none is answered.
  expect(order).toContain('a 80');
  expect(order).toContain('a 1004 refused');
  expect(turns.waiting).toBe(0);
});
