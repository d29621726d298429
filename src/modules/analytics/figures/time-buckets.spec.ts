import { bucketsOf, isTimeZone, startOfBucket, type Interval } from './time-buckets.js';

const HOUR = 3_600_000;

function lengths(from: string, to: string, interval: Interval, timeZone: string): number[] {
  const period = { from: Date.parse(from), to: Date.parse(to) };
  return bucketsOf(period, interval, timeZone).map((bucket) => (bucket.to - bucket.from) / HOUR);
}

function starts(from: string, to: string, interval: Interval, timeZone: string): string[] {
  const period = { from: Date.parse(from), to: Date.parse(to) };
  return bucketsOf(period, interval, timeZone).map((bucket) => new Date(bucket.from).toISOString());
}

it('cuts off the first and the last bucket where the period begins and ends', () => {
  expect(starts('2026-03-01T12:00Z', '2026-03-03T06:00Z', 'day', 'UTC')).toEqual([
    '2026-03-01T12:00:00.000Z',
    '2026-03-02T00:00:00.000Z',
    '2026-03-03T00:00:00.000Z',
  ]);
  expect(lengths('2026-03-01T12:00Z', '2026-03-03T06:00Z', 'day', 'UTC')).toEqual([12, 24, 6]);
});

it('has days of 23 and of 25 hours where clocks are changed', () => {
  expect(lengths('2026-03-28T00:00+01:00', '2026-03-31T00:00+02:00', 'day', 'Europe/Berlin')).toEqual([
    24, 23, 24,
  ]);
  expect(lengths('2026-10-24T00:00+02:00', '2026-10-27T00:00+01:00', 'day', 'Europe/Berlin')).toEqual([
    24, 25, 24,
  ]);
});

it('has the hour that comes twice as two hours, and one that is skipped not at all', () => {
  expect(lengths('2026-10-25T00:00+02:00', '2026-10-26T00:00+01:00', 'hour', 'Europe/Berlin')).toEqual(
    Array<number>(25).fill(1),
  );
  expect(lengths('2026-03-29T00:00+01:00', '2026-03-30T00:00+02:00', 'hour', 'Europe/Berlin')).toEqual(
    Array<number>(23).fill(1),
  );
});

it('begins days and hours at quarter hours of UTC where a place is so far from it', () => {
  expect(starts('2026-03-01T18:15Z', '2026-03-03T18:15Z', 'day', 'Asia/Kathmandu')).toEqual([
    '2026-03-01T18:15:00.000Z',
    '2026-03-02T18:15:00.000Z',
  ]);
  expect(starts('2026-03-01T18:15Z', '2026-03-01T20:15Z', 'hour', 'Asia/Kathmandu')).toEqual([
    '2026-03-01T18:15:00.000Z',
    '2026-03-01T19:15:00.000Z',
  ]);
});

it('begins weeks on Monday', () => {
  expect(starts('2026-03-04T00:00Z', '2026-03-18T00:00Z', 'week', 'UTC')).toEqual([
    '2026-03-04T00:00:00.000Z',
    '2026-03-09T00:00:00.000Z',
    '2026-03-16T00:00:00.000Z',
  ]);
  expect(lengths('2026-03-23T00:00+01:00', '2026-03-30T00:00+02:00', 'week', 'Europe/Berlin')).toEqual([167]);
});

it('begins a day without midnight when its clocks go on', () => {
  // In Havana clocks go from 0:00 to 1:00 on 8 March.
  expect(starts('2026-03-07T00:00-05:00', '2026-03-10T00:00-04:00', 'day', 'America/Havana')).toEqual([
    '2026-03-07T05:00:00.000Z',
    '2026-03-08T05:00:00.000Z',
    '2026-03-09T04:00:00.000Z',
  ]);
});

it.each([
  ['America/Havana', '2026-03-06T05:00Z', '2026-03-08T05:00Z'],
  ['Africa/Cairo', '2026-04-21T22:00Z', '2026-04-23T22:00Z'],
])('ends with a whole day where a period ends as the clocks of %s go on', (zone, from, to) => {
  expect(lengths(from, to, 'day', zone)).toEqual([24, 24]);
});

it('has all days of a year, one after the other, in every time zone', () => {
  const period = { from: Date.parse('2026-01-01T00:00Z'), to: Date.parse('2027-01-01T00:00Z') };
  for (const timeZone of Intl.supportedValuesOf('timeZone')) {
    const buckets = bucketsOf(period, 'day', timeZone);
    expect([timeZone, [365, 366].includes(buckets.length)]).toEqual([timeZone, true]);
    expect(buckets[0]!.from).toBe(period.from);
    expect(buckets.at(-1)!.to).toBe(period.to);
    const gaps = buckets.filter(({ from, to }, at) => from >= to || (at > 0 && from !== buckets[at - 1]!.to));
    expect(gaps).toEqual([]);
  }
});

it('finds the start of the present hour, day and week', () => {
  const moment = Date.parse('2026-03-11T10:20:30Z');
  const startOf = (interval: Interval, timeZone: string) =>
    new Date(startOfBucket(moment, interval, timeZone)).toISOString();
  expect(startOf('hour', 'Asia/Kathmandu')).toBe('2026-03-11T10:15:00.000Z');
  expect(startOf('day', 'Asia/Tokyo')).toBe('2026-03-10T15:00:00.000Z');
  expect(startOf('week', 'UTC')).toBe('2026-03-09T00:00:00.000Z');
  expect(startOfBucket(Date.parse('2026-03-11T00:00Z'), 'day', 'UTC')).toBe(Date.parse('2026-03-11T00:00Z'));
});

it('knows the names of time zones', () => {
  expect(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires'].map(isTimeZone)).toEqual([
    ...[true, true, true],
  ]);
  expect(['', 'Mars/Olympus', '+05:07', "Europe/Berlin'"].map(isTimeZone)).toEqual(
    Array<boolean>(4).fill(false),
  );
});
