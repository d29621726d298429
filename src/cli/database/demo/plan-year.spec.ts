import { DAY_MS } from '../../../shared/kernel/durations.js';
import { PAGES } from './company.js';
import { DAYS, planYear } from './plan-year.js';
import { SIZES } from './sizes.js';

const UNTIL = Date.UTC(2026, 2, 1);
const SMALL = { seed: 1, size: 'small', until: UNTIL } as const;

it('plans the same year for the same seed, and another one for another', () => {
  expect(planYear(SMALL)).toEqual(planYear(SMALL));
  expect(planYear({ ...SMALL, seed: 2 })).not.toEqual(planYear(SMALL));
});

it('plans as many visits and persons as the size says, all of them in the year', () => {
  const days = planYear(SMALL);
  expect(days).toHaveLength(DAYS);
  const visits = days.flatMap((day) => day.visits);
  expect(visits).toHaveLength(SIZES.small.visits);
  expect(days.flatMap(({ leads }) => leads)).toHaveLength(SIZES.small.leads);
  for (const { startsAt } of visits) {
    expect(startsAt).toBeGreaterThanOrEqual(UNTIL - DAYS * DAY_MS);
    expect(startsAt).toBeLessThan(UNTIL);
  }
});

it('visits nothing before it is published', () => {
  const published = new Set<string>();
  for (const { launches, leads, visits } of planYear({ ...SMALL, size: 'medium' })) {
    for (const { path } of [...launches, ...leads]) published.add(path);
    for (const { path } of visits) expect(published).toContain(path);
  }
  expect(published.size).toBe(PAGES.length + SIZES.medium.leads);
});

it('has fewer visits at weekends, and more at the end of the year than at its beginning', () => {
  const days = planYear({ ...SMALL, size: 'large' });
  const average = (some: typeof days) => some.flatMap(({ visits }) => visits).length / some.length;
  const isWeekend = ({ startsAt }: (typeof days)[number]) => new Date(startsAt).getUTCDay() % 6 === 0;
  expect(average(days.filter(isWeekend))).toBeLessThan(average(days.filter((day) => !isWeekend(day))) / 2);
  expect(average(days.slice(-90))).toBeGreaterThan(1.5 * average(days.slice(0, 90)));
});
