import type { WeeklyPartitions } from '../database/schema/time-partitions.js';
import { ForgetEventsHandler } from './forget-events.handler.js';

/** The steps, in order, if this listener runs before events are deleted. */
async function stepsWith(listener: () => Promise<void>): Promise<string[]> {
  const steps: string[] = [];
  const note = (step: string) => async () => void steps.push(step);
  const partitions = { ensureAhead: note('make weeks'), dropBefore: note('drop weeks') };
  const handler = new ForgetEventsHandler(partitions as unknown as WeeklyPartitions);
  handler.beforeForgetting(async () => {
    steps.push('tell');
    await listener();
  });
  await handler.handle().catch((error: Error) => steps.push(error.message));
  return steps;
}

it('makes room first, and forgets events last', async () => {
  expect(await stepsWith(async () => undefined)).toEqual(['make weeks', 'tell', 'drop weeks']);
});

it('forgets nothing where what belongs to it can not go', async () => {
  expect(await stepsWith(() => Promise.reject(new Error('not now')))).toEqual([
    'make weeks',
    'tell',
    'not now',
  ]);
});
