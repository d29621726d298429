import { setTimeout as pause } from 'node:timers/promises';

/** The pause grows with the wait: each poll takes CPU time from the work that is awaited. */
const PAUSE = { min: 5, max: 50, share: 1 / 20 };

/** Polls until the answer is neither undefined nor false. The test's own time limit is the only limit. */
export async function until<Answer>(
  ask: () => Answer | PromiseLike<Answer>,
): Promise<Exclude<Answer, undefined | false>> {
  const test = currentTest();
  const begin = performance.now();
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer as Exclude<Answer, undefined | false>;
    await pause(pauseAfter(performance.now() - begin));
    // Otherwise it would poll forever, and slow down all tests that follow.
    if (currentTest() !== test) throw new Error('The test is over.');
  }
}

const pauseAfter = (waited: number) => Math.min(Math.max(waited * PAUSE.share, PAUSE.min), PAUSE.max);

const currentTest = () => expect.getState().currentTestName;
