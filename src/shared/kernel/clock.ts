/** The one source of the present moment, in whole milliseconds, so that a test can move it. */
export const clock = {
  now: (): Date => new Date(),
};
