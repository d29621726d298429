import { dayAt, daysAfter, daysBetween, isDay, knownZone, startOfDay } from './days.js';

it('a day begins when it does in its time zone', () => {
  expect(startOfDay('2026-03-01', 'UTC').toISOString()).toBe('2026-03-01T00:00:00.000Z');
  expect(startOfDay('2026-03-01', 'Europe/Berlin').toISOString()).toBe('2026-02-28T23:00:00.000Z');
  expect(startOfDay('2026-07-01', 'America/New_York').toISOString()).toBe('2026-07-01T04:00:00.000Z');
  expect(startOfDay('2026-07-01', 'Asia/Kathmandu').toISOString()).toBe('2026-06-30T18:15:00.000Z');
});

it('clocks that change on that day leave its beginning alone', () => {
  expect(startOfDay('2026-03-29', 'Europe/Berlin').toISOString()).toBe('2026-03-28T23:00:00.000Z');
  expect(startOfDay('2026-10-25', 'Europe/Berlin').toISOString()).toBe('2026-10-24T22:00:00.000Z');
  expect(startOfDay('2026-03-08', 'America/New_York').toISOString()).toBe('2026-03-08T05:00:00.000Z');
  expect(startOfDay('2026-11-01', 'America/New_York').toISOString()).toBe('2026-11-01T04:00:00.000Z');
});

it('days are counted over the ends of months and years', () => {
  expect(dayAt(Date.parse('2026-02-28T23:30:00Z'), 'Europe/Berlin')).toBe('2026-03-01');
  expect(daysAfter('2026-12-31', 1)).toBe('2027-01-01');
  expect(daysAfter('2026-03-01', -1)).toBe('2026-02-28');
  expect(daysBetween('2026-03-01', '2026-03-01')).toBe(1);
  expect(daysBetween('2026-02-01', '2026-03-01')).toBe(29);
});

it('what is no day or no time zone is told apart', () => {
  expect(['2026-03-01', 'yesterday', '2026-13-01', ''].map(isDay)).toEqual([true, false, false, false]);
  expect([knownZone('Europe/Berlin'), knownZone('Mars/Olympus')]).toEqual(['Europe/Berlin', 'UTC']);
});
