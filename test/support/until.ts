import { setTimeout as pause } from 'node:timers/promises';

/** What takes long is asked for less often: each question takes some of the machine from what is waited for. */
const PAUSE = { min: 5, max: 50, share: 1 / 20 };

/**
 * Asks again and again until the answer is something else than undefined or false; the test's own time limit is
 * the only one.
 */
export async function until<Answer>(
  ask: () => Answer | PromiseLike<Answer>,
): Promise<Exclude<Answer, undefined | false>> {
  const test = currentTest();
  const begin = performance.now();
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer as Exclude<Answer, undefined | false>;
    await pause(pauseAfter(performance.now() - begin));
    // Else it would go on asking for ever, and take the time of all tests that follow.
    if (currentTest() !== test) throw new Error('The test is over.');
  }
}

const pauseAfter = (waited: number) => Math.min(Math.max(waited * PAUSE.share, PAUSE.min), PAUSE.max);

const currentTest = () => expect.getState().currentTestName;
