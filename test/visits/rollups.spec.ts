import fc from 'fast-check';
import { DIMENSIONS, type Dimension } from '../../src/modules/analytics/figures/dimensions.js';
import { exampleId, exampleUuid } from '../../src/shared/kernel/example-ids.js';
import { newUuid, uuidOf } from '../../src/shared/kernel/ids.js';
import { useTestService } from '../support/test-service.js';
import { asked, CountedSessions, type ToldVisit } from './counted-sessions.js';

const { service, api } = useTestService();
const sessions = new CountedSessions(service);

const QUARTER = 900_000;
/** A day in spring on which clocks are put forward is among the next ones. */
const FIRST = Date.UTC(2026, 2, 25);
const QUARTERS = 8 * 96;

const figures = fc.record({
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

const visit = fc.nat(7);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ visit, figures, isOver: fc.constant(true) }) },
  { weight: 2, arbitrary: fc.record({ visit, figures, isOver: fc.constant(false) }) },
  { weight: 2, arbitrary: fc.constant('fold' as const) },
);

const question = fc.record({
  scope: fc.constantFrom('', `/pages/${exampleId('page')}`, audiencePath()),
  from: fc.integer({ min: -96, max: QUARTERS }),
  length: fc.integer({ min: 1, max: QUARTERS }),
  interval: fc.constantFrom('hour', 'day', 'week'),
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns'),
  breakdown: fc.constantFrom(...DIMENSIONS),
});

function audiencePath(): string {
  return `/pages/${exampleId('page')}/audiences/${exampleId('audience')}`;
}

interface Row {
  started: number;
  values: Record<Dimension, string[]>;
  visits: number;
  engagedSeconds: number;
  bounces: number;
  conversions: number;
  questions: number;
}

/** From the sessions themselves, by other code. */
async function rawRows(): Promise<Row[]> {
  const { rows } = await service.pool.query(
    `select extract(epoch from session_started_at)::float8 * 1000 as started, s.* from audience_session s
     where tenant_id = $1 and computation_status = 'completed' and session_started_at > '2026-01-01'`,
    [service.home.id],
  );
  const spaced = (text: string | null) => (text ?? '').trim().split(/ +/).join(' ');
  return rows.map((row) => ({
    started: row.started,
    values: {
      audience: [row.audience_id],
      link: [row.page_link_id],
      source: [spaced(row.utm_source)],
      medium: [row.utm_medium ?? ''],
      campaign: [row.utm_campaign ?? ''],
      referrer: [row.referrer ?? ''],
      device: [row.device],
      question: row.interactions.map(({ label }: { label: string }) => spaced(label).toLowerCase()),
    },
    visits: 1,
    engagedSeconds: row.time_spent_seconds,
    bounces: Number(row.is_bounce),
    conversions: Number(row.has_conversion),
    questions: Number(row.questions_asked_count),
  }));
}

function summed(rows: readonly Omit<Row, 'values' | 'started'>[]) {
  const sum = (name: 'visits' | 'engagedSeconds' | 'bounces' | 'conversions' | 'questions') =>
    rows.reduce((total, row) => total + row[name], 0);
  return {
    visits: sum('visits'),
    engagedSeconds: expect.closeTo(sum('engagedSeconds'), 6) as number,
    bounceRate: rows.length > 0 ? sum('bounces') / rows.length : null,
    conversions: sum('conversions'),
    questions: sum('questions'),
  };
}

async function compare(asks: typeof question extends fc.Arbitrary<infer Ask> ? Ask : never): Promise<void> {
  const { scope, interval, timeZone, breakdown } = asks;
  const [from, to] = [FIRST + asks.from * QUARTER, FIRST + (asks.from + asks.length) * QUARTER];
  const query = new URLSearchParams({ from: `+${from}`, to: `+${to}`, interval, timeZone, breakdown });
  const { body } = await api.get(`/v0${scope}/analytics?${query}&compare=true&limit=100`).expect(200);
  const rows = await rawRows();
  const within = (start: number, end: number) =>
    rows.filter(({ started }) => started >= start && started < end);
  for (const period of [body, body.previous]) {
    const borders = [
      ...period.series.map((bucket: { from: string }) => Number(bucket.from)),
      Number(period.to),
    ];
    expect(period.totals).toEqual(summed(within(Number(period.from), Number(period.to))));
    for (const [at, { from: start, ...shown }] of period.series.entries())
      expect(shown).toEqual(summed(within(Number(start), borders[at + 1])));
  }
  const values = new Set(within(from, to).flatMap((row) => row.values[breakdown]));
  const expected = [...values].map((value) => ({
    kind: value === '' ? 'none' : 'value',
    value: value || null,
    ...summed(within(from, to).filter((row) => row.values[breakdown].includes(value))),
    ...(breakdown === 'question' && {
      questions: within(from, to).flatMap((row) => row.values.question.filter((each) => each === value))
        .length,
    }),
  }));
  const shown = body.breakdown.map(
    ({ name: _, value, ...rest }: { name: unknown; value: string | null }) => ({
      ...rest,
      value: value && (uuidOf('audience', value) ?? uuidOf('link', value) ?? value),
    }),
  );
  const byValue = (a: { value: string | null }, b: { value: string | null }) =>
    String(a.value) < String(b.value) ? -1 : 1;
  expect(shown.sort(byValue)).toEqual(expected.sort(byValue));
}

it('equal the sums over all sessions, whatever is computed anew and whenever they are added up', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 25 }),
      fc.array(question, { minLength: 3, maxLength: 3 }),
      async (steps, questions) => {
        const visits: ToldVisit[] = Array.from({ length: 8 }, (_, at) => ({
          id: newUuid(),
          pageLinkId: at % 2 ? exampleUuid('link') : newUuid(),
        }));
        for (const each of steps) {
          if (each === 'fold') await sessions.fold();
          else {
            const { start, questions: labels, ...told } = each.figures;
            const seen = { ...told, ...asked(...labels) };
            const at = visits[each.visit]!;
            if (each.isOver) await sessions.complete(FIRST + start, seen, at);
            else await sessions.reopen(FIRST + start, seen, at);
          }
        }
        for (const each of questions) await compare(each);
      },
    ),
    { numRuns: 15 },
  );
});

it('count at most a day of engaged time for a visit, whatever was recorded of it', async () => {
  const start = Date.UTC(2025, 5, 2);
  await sessions.complete(start, { timeSpentSeconds: 86_399.5 });
  await sessions.complete(start, { timeSpentSeconds: 86_400.5 });
  const { body } = await api.get(`/v0/analytics?from=%2B${start}&to=%2B${start + 96 * QUARTER}`).expect(200);
  expect(body.totals).toMatchObject({ visits: 2, engagedSeconds: 86_399.5 + 86_400 });
});
