import { SECOND_MS } from '../../../shared/kernel/durations.js';

/** A visitor who stays for less time and does nothing bounces. */
export const MIN_STAY_MS = 10 * SECOND_MS;
