import fc from 'fast-check';
import { FullDays } from '../../src/modules/analytics/rollups/full-days.js';
import { UnitOfWork } from '../../src/shared/database/transactions/unit-of-work.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { exampleId, exampleUuid } from '../../src/shared/kernel/example-ids.js';
import { newUuid } from '../../src/shared/kernel/ids.js';
import { useTestService } from '../support/test-service.js';
import { CountedSessions, type ToldVisit } from './counted-sessions.js';

const { service, api } = useTestService();
const sessions = new CountedSessions(service);

const QUARTER = 900_000;
const DAY = 96 * QUARTER;
const QUARTERS = 2 * 96;
const PAGE = `/pages/${exampleId('page')}`;

const VISITS = 6;
const quarter = fc.nat(QUARTERS - 1);
const visit = fc.nat(VISITS - 1);
const step = fc.oneof(
  fc.record({
    flood: fc.constantFrom('junk 1', 'junk 2', 'jane '),
    quarter,
    count: fc.integer({ min: 500, max: 1200 }),
  }),
  fc.record({
    complete: visit,
    quarter,
    campaign: fc.constantFrom(null, 'spring', ' autumn  leaves', 'jane'),
  }),
  fc.record({ complete: visit, quarter, campaign: fc.constantFrom(null, 'spring', 'jane') }),
  fc.record({ reopen: visit, quarter }),
  fc.record({ erase: visit }),
  fc.constant({ fold: true as const }),
  fc.constant({ rebuild: true as const }),
);

const question = fc.record({
  scope: fc.constantFrom('', PAGE, `${PAGE}/audiences/${exampleId('audience')}`),
  from: quarter,
  length: fc.integer({ min: 1, max: QUARTERS }),
});

type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;
type Question = typeof question extends fc.Arbitrary<infer Each> ? Each : never;

/** Each run has days of its own. */
let start = Date.UTC(2022, 0, 1);

async function take(each: Step, visits: readonly ToldVisit[]): Promise<void> {
  const at = 'quarter' in each ? start + each.quarter * QUARTER + 1 : start;
  if ('flood' in each) await sessions.flood(at, each.flood, each.count);
  else if ('complete' in each) {
    // Of a name, only one visitor has the campaign: the visits of others keep theirs, and it has lost its text.
    const utmCampaign = each.campaign === 'jane' ? `jane of ${visits[each.complete]!.id}` : each.campaign;
    await sessions.complete(at, { utmCampaign, hasConversion: true }, visits[each.complete]);
  } else if ('reopen' in each) await sessions.reopen(at, {}, visits[each.reopen]!);
  else if ('erase' in each) await sessions.erase(visits[each.erase]!, 'jane');
  else if ('fold' in each) await sessions.fold();
  else await sessions.rebuildAll();
}

/** Also rebuilds the days that were rebuilt before: their most frequent values may be others now. */
async function rebuildAnew(): Promise<void> {
  await sessions.fold();
  const scopes = [service.home.id, exampleUuid('page'), exampleUuid('audience')];
  await inContext({ tenantId: service.home.id }, () =>
    service.app.get(UnitOfWork).run(() => service.app.get(FullDays).noteStored(scopes)),
  );
  await sessions.rebuildAll();
}

interface Row {
  started: number;
  campaign: string;
  visits: 1;
  engagedSeconds: number;
  conversions: number;
}

/** From the sessions themselves, by other code. */
async function rawRows(): Promise<Row[]> {
  const { rows } = await service.pool.query(
    `select extract(epoch from session_started_at)::float8 * 1000 as started, coalesce(utm_campaign, '') as campaign,
       1 as visits, time_spent_seconds as "engagedSeconds", has_conversion::int as conversions
     from audience_session where tenant_id = $1 and computation_status = 'completed'
       and session_started_at >= to_timestamp($2::float8) and session_started_at < to_timestamp($3::float8)`,
    [service.home.id, start / 1000, (start + QUARTERS * QUARTER) / 1000],
  );
  return rows.map((row: Row) => ({ ...row, campaign: row.campaign.trim().split(/ +/).join(' ') }));
}

function summed(rows: readonly Row[]) {
  const sum = (name: 'visits' | 'engagedSeconds' | 'conversions') =>
    rows.reduce((total, row) => total + row[name], 0);
  return { visits: sum('visits'), engagedSeconds: sum('engagedSeconds'), conversions: sum('conversions') };
}

function byCampaign(rows: readonly Row[]): [string, Row[]][] {
  return [...Map.groupBy(rows, ({ campaign }) => campaign)];
}

/** The 1,000 campaigns with the most visits of each day; of those with equally many, the first as text. */
function keptCampaigns(rows: readonly Row[]): Set<string> {
  const days = Map.groupBy(rows, ({ started }) => Math.floor(started / DAY));
  return new Set(
    [...days].flatMap(([day, ofDay]) =>
      byCampaign(ofDay)
        .sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
        .slice(0, 1000)
        .map(([campaign]) => `${day} ${campaign}`),
    ),
  );
}

async function askFor({ scope, from, length }: Question) {
  const [first, last] = [start + from * QUARTER, start + (from + length) * QUARTER];
  const query = new URLSearchParams({
    from: `+${first}`,
    to: `+${last}`,
    breakdown: 'campaign',
    limit: '100',
  });
  const { body } = await api.get(`/v0${scope}/analytics?${query}`).expect(200);
  const all = await rawRows();
  return { body, all, rows: all.filter(({ started }) => started >= first && started < last) };
}

async function expectSums(asks: Question): Promise<void> {
  const { body, rows } = await askFor(asks);
  expect(body.totals).toMatchObject(summed(rows));
  expect(summed(body.breakdown)).toEqual(summed(rows));
}

async function expectMostFrequent(asks: Question): Promise<void> {
  await expectSums(asks);
  const { body, all, rows } = await askFor(asks);
  const kept = keptCampaigns(all);
  const separate = rows.filter(({ started, campaign }) =>
    kept.has(`${Math.floor(started / DAY)} ${campaign}`),
  );
  const expected = new Map(byCampaign(separate));
  const shown = body.breakdown.filter(({ kind }: { kind: string }) => kind !== 'other');
  for (const { value, ...figures } of shown)
    expect(figures).toMatchObject(summed(expected.get(value ?? '')!));
  const most = [...expected.values()].map(({ length }) => length).sort((a, b) => b - a);
  expect(shown.map(({ visits }: { visits: number }) => visits)).toEqual(most.slice(0, 100));
}

it('are the most frequent ones, and all sums are those of the sessions, whatever happens in which order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 14 }),
      fc.array(question, { minLength: 3, maxLength: 3 }),
      async (steps, questions) => {
        start += 64 * DAY;
        const visits = Array.from({ length: VISITS }, () => ({
          id: newUuid(),
          pageLinkId: exampleUuid('link'),
        }));
        for (const [at, each] of steps.entries()) {
          await take(each, visits);
          await expectSums(questions[at % questions.length]!);
        }
        await rebuildAnew();
        for (const each of questions) await expectMostFrequent(each);
      },
    ),
    { numRuns: 4, endOnFailure: true },
  );
}, 120_000);
