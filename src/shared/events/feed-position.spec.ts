import { isKnownAt, positionOf, positionToken, unseenBy, type FeedPosition } from './feed-position.js';

const at = (snapshot: string): FeedPosition => ({
  ...{ time: 1000, seq: 5, server: 7 },
  unseen: unseenBy(snapshot),
});
const event = (transaction: number, time = 1000, seq = 5) => ({ transaction, time, seq });

it('what a snapshot does not show are its open transactions, and all from its end on', () => {
  expect(unseenBy('10:20:')).toEqual({ listed: [], from: 20 });
  expect(unseenBy('10:20:10,15')).toEqual({ listed: [10, 15], from: 20 });
});

it('with many open transactions, all after the first of them count as unseen', () => {
  const open = Array.from({ length: 100 }, (_, number) => 2 * number);
  const { listed, from } = unseenBy(`0:500:${open.toReversed().join()}`);
  expect([listed.length, listed.at(-1), from]).toEqual([64, 126, 128]);
});

it('a position knows the events up to its place that its snapshot showed', () => {
  const position = at('10:20:10,15');
  expect(
    [event(9), event(11), event(19), event(19, 999, 9)].map((each) => isKnownAt(position, each)),
  ).toEqual([true, true, true, true]);
  expect(
    [event(10), event(15), event(20), event(11, 1000, 6), event(11, 1001, 1)].map((each) =>
      isKnownAt(position, each),
    ),
  ).toEqual([false, false, false, false, false]);
});

it.each(['10:20:', '10:20:10', '1:9007199254740991:1,2,3'])(
  'the token of %s leads back to it',
  (snapshot) => {
    expect(positionOf(positionToken(at(snapshot)))).toEqual(at(snapshot));
  },
);

it('a token of the most open transactions fits into a header', () => {
  const open = Array.from({ length: 200 }, (_, number) => 2 ** 40 + number * 1000);
  const token = positionToken(at(`${open[0]}:${2 ** 52}:${open.join()}`));
  expect([token.length < 1000, positionOf(token) !== undefined]).toEqual([true, true]);
});

it.each([
  ...['', '1', '1-2-3', '1-2-3-4-', '1-2-3-4-5-6', '1-2-3-4-0', '1-2-3-4-5', '1-2-3-9-1_2', '1-2-3-9-1_1'],
  ...['A-2-3-4', ' 1-2-3-4', '1-2-3-4\n', 'zzzzzzzzzzz-1-1-1', `1-2-3-${'z'.repeat(12)}`],
  `1-2-3-zz-${Array.from({ length: 65 }, (_, number) => (70 - number).toString(36)).join('_')}`,
])('%j is no token', (token) => {
  expect(positionOf(token)).toBeUndefined();
});
