import * as fc from 'fast-check';

/** How often each property is tried; more finds more, and takes longer. */
export const RUNS = Number(process.env.FC_RUNS ?? 10);

/** Where a machine is slow, or a failure is being made smaller, a property is tried less often. */
export const SOME_TIME = { numRuns: RUNS, interruptAfterTimeLimit: 1000 * RUNS };

// The same every time, so that a change is judged by itself; FC_SEED looks elsewhere.
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 1_763_164_800) });
