import fc from 'fast-check';
import { DIMENSIONS } from '../../src/modules/analytics/figures/dimensions.js';

export const QUARTER = 900_000;
/** A day in spring on which clocks are put forward is among the next ones. */
export const FIRST = Date.UTC(2026, 2, 25);
const QUARTERS = 8 * 96;

/** Whatever can be seen of a visit in the days after `FIRST`. */
export const figures = fc.record({
  start: fc.integer({ min: 0, max: QUARTERS * QUARTER - 1 }),
  timeSpentSeconds: fc.integer({ min: 0, max: 600_000 }).map((ms) => ms / 1000),
  isBounce: fc.boolean(),
  hasConversion: fc.boolean(),
  utmSource: fc.constantFrom(null, 'newsletter', 'other', ' news  letter'),
  utmCampaign: fc.constantFrom(null, 'spring'),
  utmMedium: fc.constantFrom(null, 'email'),
  referrer: fc.constantFrom(null, 'example.com'),
  device: fc.constantFrom('phone', 'desktop'),
  questions: fc.array(fc.constantFrom('How much?', 'how  MUCH?', 'Why?'), { maxLength: 3 }),
});

/** Whatever can be asked of the figures of these days. */
export const asks = fc
  .record({
    first: fc.integer({ min: -96, max: QUARTERS }),
    length: fc.integer({ min: 1, max: QUARTERS }),
    interval: fc.constantFrom('hour', 'day', 'week'),
    timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns'),
    breakdown: fc.constantFrom(...DIMENSIONS),
  })
  .map(({ first, length, ...each }) => ({
    ...each,
    from: FIRST + first * QUARTER,
    to: FIRST + (first + length) * QUARTER,
  }));
