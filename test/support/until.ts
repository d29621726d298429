import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MS = 5;

/**
 * Asks again and again until the answer is something else than undefined or false; the test's own time limit is
 * the only one.
 */
export async function until<Answer>(
  ask: () => Answer | PromiseLike<Answer>,
): Promise<Exclude<Answer, undefined | false>> {
  const test = currentTest();
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer as Exclude<Answer, undefined | false>;
    await pause(PAUSE_MS);
    // Else it would go on asking for ever, and take the time of all tests that follow.
    if (currentTest() !== test) throw new Error('The test is over.');
  }
}

const currentTest = () => expect.getState().currentTestName;
