import { setImmediate as nextTurn } from 'node:timers/promises';

/** Asks again and again until there is an answer; the test's own time limit is the only one. */
export async function until<Answer>(ask: () => Promise<Answer | undefined>): Promise<Answer> {
  const test = currentTest();
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await nextTurn();
    // Else it would go on asking for ever, and take the time of all tests that follow.
    if (currentTest() !== test) throw new Error('The test is over.');
  }
}

const currentTest = () => expect.getState().currentTestName;
