import { setImmediate as nextTurn } from 'node:timers/promises';

/** Asks again and again until there is an answer; the test's own time limit is the only one. */
export async function until<Answer>(ask: () => Promise<Answer | undefined>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await nextTurn();
  }
}
