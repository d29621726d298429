import { MAX_STREAMS_OF_A_KEY, maxStreamsOfAKey } from './event-streams.js';

it.each([1, 2, 3, 4, 6, 7, 16, 20])('%i processes allow a key no more streams than one', (processes) => {
  const share = maxStreamsOfAKey(processes);
  expect(share).toBeGreaterThanOrEqual(1);
  expect(processes * share).toBeLessThanOrEqual(MAX_STREAMS_OF_A_KEY);
});

it('a process alone allows all of them', () => {
  expect(maxStreamsOfAKey(1)).toBe(MAX_STREAMS_OF_A_KEY);
});
