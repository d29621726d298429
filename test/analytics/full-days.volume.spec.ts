import { jest } from '@jest/globals';
import { DayRebuild } from '../../src/modules/analytics/rebuilding/day-rebuild.js';
import { FullDays } from '../../src/modules/analytics/rollups/full-days.js';
import { UpgradeRollupsHandler } from '../../src/modules/analytics/upgrade-rollups.handler.js';
import { clock } from '../../src/shared/kernel/clock.js';
import { exampleId, exampleUuid } from '../../src/shared/kernel/example-ids.js';
import { newUuid } from '../../src/shared/kernel/ids.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { useTestService } from '../support/test-service.js';
import { asked, CountedSessions } from './counted-sessions.js';

const { service, api } = useTestService();
const sessions = new CountedSessions(service);

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PAGE = `/v0/pages/${exampleId('page')}/analytics`;

/** Each test has a month of its own. */
let month = 0;
let start: number;
beforeEach(() => {
  start = Date.UTC(2021, month++, 1);
});
afterEach(() => {
  jest.restoreAllMocks();
});

interface Value {
  kind: string;
  value: string | null;
  visits: number;
}

async function campaigns(path = PAGE, [from, to]: number[] = [start, start + DAY]): Promise<Value[]> {
  const query = new URLSearchParams({ from: `+${from}`, to: `+${to}`, breakdown: 'campaign', limit: '100' });
  return (await api.get(`${path}?${query}`).expect(200)).body.breakdown as Value[];
}

async function visitsOf(campaign: string, path = PAGE, period: number[] = [start, start + DAY]) {
  return (await campaigns(path, period)).find(({ value }) => value === campaign)?.visits;
}

async function come(times: number, utmCampaign: string, at = start): Promise<void> {
  for (let count = 0; count < times; count++) await sessions.complete(at, { utmCampaign });
}

/** The texts of the values that the day keeps separate. */
async function keptValues(scope = exampleUuid('page')): Promise<string[]> {
  const { rows } = await service.pool.query<{ figures: Buffer }>(
    `select figures from analytics_breakdown
     where tenant_id = $1 and scope = $2 and dimension = 'campaign' and quarters = 96 and quarter = $3`,
    [service.home.id, scope, start / 900_000],
  );
  const { figures } = rows[0]!;
  const numbers = Array.from({ length: figures.length / 28 }, (_, at) => figures.readInt32BE(at * 28));
  const known = await service.pool.query<{ value: string }>(
    `select value from analytics_value where tenant_id = $1 and dimension = 'campaign' and number = any($2)`,
    [service.home.id, numbers],
  );
  return known.rows.map(({ value }) => value);
}

async function dueDays(): Promise<number> {
  const { rows } = await service.pool.query('select count(*)::int as count from analytics_full_day');
  return rows[0].count as number;
}

it('a campaign is shown once the day is over, although made-up ones filled the day before it', async () => {
  const day = Math.floor(Date.now() / DAY) * DAY;
  const today = [day, day + DAY];
  await sessions.flood(day, 'made up ', 1419);
  await sessions.fold();
  await come(25, 'real', day);
  await sessions.fold();
  const paths = [PAGE, '/v0/analytics'];
  for (const path of paths) expect(await visitsOf('real', path, today)).toBeUndefined();
  await sessions.rebuild();
  for (const path of paths) expect(await visitsOf('real', path, today)).toBeUndefined();
  const now = jest.spyOn(clock, 'now').mockReturnValue(new Date(day + DAY + HOUR));
  await sessions.rebuild();
  expect(await dueDays()).toBeGreaterThan(0);
  now.mockReturnValue(new Date(day + DAY + 3 * HOUR));
  await sessions.rebuild();
  expect(await dueDays()).toBe(0);
  now.mockRestore();
  for (const path of paths) {
    expect(await visitsOf('real', path, today)).toBe(25);
    // Other rows: those of a quarter of an hour, and of 64 days.
    expect(await visitsOf('real', path, [day, day + HOUR / 4])).toBe(25);
    expect(await visitsOf('real', path, [day - 64 * DAY, day + 64 * DAY])).toBe(25);
    const values = await campaigns(path, today);
    expect(values.reduce((sum, { visits }) => sum + visits, 0)).toBe(1419 + 25);
  }
});

it('of equally frequent values, a day keeps 1,000 that come first as text', async () => {
  await sessions.flood(start, 'tie ', 1100);
  await sessions.fold();
  await sessions.rebuildAll();
  const names = Array.from({ length: 1100 }, (_, at) => `tie ${at + 1}`).sort();
  expect((await keptValues()).sort()).toEqual(names.slice(0, 1000));
});

it('a day that is not full any more has all its values', async () => {
  const visits = [];
  for (let at = 0; at < 3; at++) visits.push(await sessions.complete(start, { utmCampaign: `first ${at}` }));
  await sessions.flood(start, 'made up ', 999);
  await sessions.fold();
  await sessions.complete(start, { utmCampaign: 'late' });
  await sessions.fold();
  for (const visit of visits) await sessions.complete(start, { utmCampaign: 'late' }, visit);
  await sessions.fold();
  await sessions.rebuildAll();
  expect(await visitsOf('late')).toBe(4);
  expect(await keptValues()).toHaveLength(1000);
  await come(1, 'first 0');
  await sessions.fold();
  expect((await campaigns()).at(-1)).toMatchObject({ kind: 'other', visits: 1003 + 1 - 4 - 99 });
});

it('a late visit that finds no room makes the day due again, a day later', async () => {
  await sessions.flood(start, 'made up ', 1100);
  await sessions.fold();
  await sessions.rebuildAll();
  await come(3, 'late');
  await sessions.fold();
  expect(await dueDays()).toBeGreaterThan(0);
  await sessions.rebuild();
  expect(await visitsOf('late')).toBeUndefined();
  jest.spyOn(clock, 'now').mockReturnValue(new Date(Date.now() + 2 * DAY));
  await sessions.rebuild();
  expect(await visitsOf('late')).toBe(3);
  expect(await dueDays()).toBe(0);
});

it('visits that are not in the rollups yet count once', async () => {
  await sessions.flood(start, 'made up ', 1100);
  await sessions.fold();
  await come(2, 'real');
  const changed = await sessions.complete(start, { utmCampaign: 'made up 1100' });
  await sessions.fold();
  await come(3, 'real');
  await sessions.complete(start, { utmCampaign: 'real' }, changed);
  expect(await visitsOf('real')).toBe(4);
  await sessions.rebuildAll();
  expect(await visitsOf('real')).toBe(6);
  await sessions.fold();
  expect(await visitsOf('real')).toBe(6);
  const values = await campaigns();
  expect(values.reduce((sum, { visits }) => sum + visits, 0)).toBe(1106);
});

it('the questions of erased persons still count on a full day, among the others', async () => {
  const path = `${PAGE}?from=%2B${start}&to=%2B${start + DAY}&breakdown=question&limit=1`;
  const many = (prefix: string) => Array.from({ length: 1001 }, (_, at) => `${prefix} ${at}?`);
  await sessions.complete(start, asked(...many('Why')));
  const erased = await sessions.complete(start, asked('Who?', 'Who else?'));
  await sessions.complete(start, asked('How?'));
  await sessions.complete(start, asked('How?'));
  await sessions.fold();
  await sessions.erase(erased);
  await sessions.rebuildAll();
  const { body } = await api.get(path).expect(200);
  expect(body.breakdown).toMatchObject([
    { value: 'how?', visits: 2, questions: 2 },
    { kind: 'other', visits: 1003, questions: 1003 },
  ]);
});

describe('while another process', () => {
  it('adds visits to the rollups, the rebuild of a day waits, and then has them', async () => {
    await sessions.flood(start, 'made up ', 1100);
    await sessions.fold();
    await service.pool.query(`update analytics_full_day set due_at = '-infinity'`);
    await come(2, 'real');
    const held = await HeldTransaction.ofMatter(service, 'analytics');
    await held.query('delete from analytics_delta');
    await held.query(
      `update analytics_breakdown set figures = figures || int4send(0) || int4send(2) || float8send(25000)
         || int4send(0) || int4send(0) || int4send(0)
       where scope = $1 and dimension = 'campaign' and quarters <= 96 and quarter = $2`,
      [exampleUuid('page'), start / 900_000],
    );
    await held.commitAheadOf(sessions.rebuild());
    expect(await visitsOf('real')).toBe(2);
    const values = await campaigns();
    expect(values.reduce((sum, { visits }) => sum + visits, 0)).toBe(1102);
  });

  it('computes a session, the rebuild does not wait, and the session counts once', async () => {
    await sessions.flood(start, 'made up ', 1100);
    await sessions.fold();
    await service.pool.query(`update analytics_full_day set due_at = '-infinity'`);
    const id = newUuid();
    const held = await HeldTransaction.begin(
      service,
      `insert into audience_session select (r).* from (
         select jsonb_populate_record(s, jsonb_build_object('id', $1::text, 'analytics_session_id', $1::text,
           'utm_campaign', 'made up 1')) as r
         from audience_session s where session_started_at = to_timestamp($2::float8 / 1000) limit 1
       ) as copied`,
      [id, start],
    );
    await held.query(
      `insert into analytics_delta select tenant_id, id, $2, array[tenant_id, page_id], '{"campaign": "made up 1"}',
         '{}', 1, 1500, 1, 0, 0 from audience_session where id = $1`,
      [id, start / 900_000],
    );
    await sessions.rebuild();
    await held.commit();
    expect(await visitsOf('made up 1')).toBe(2);
    await sessions.fold();
    expect(await visitsOf('made up 1')).toBe(2);
  });
});

it('tenants take turns, so that a tenant with many full days delays nobody', async () => {
  const tenants = [service.home.id, service.home.id, service.stranger.id, service.stranger.id];
  for (const [day, tenantId] of tenants.entries())
    await service.pool.query(`insert into analytics_full_day values ($1, $1, 'campaign', $2, '-infinity')`, [
      tenantId,
      day,
    ]);
  const rebuilt: string[] = [];
  const days = service.app.get(DayRebuild);
  jest.spyOn(days, 'rebuild').mockImplementation(({ scope }) => Promise.resolve(void rebuilt.push(scope)));
  await sessions.rebuild();
  expect(rebuilt.slice(0, 2).sort()).toEqual([service.home.id, service.stranger.id].sort());
  expect(rebuilt).toHaveLength(4);
});

it('a rebuild that is interrupted changes nothing, and is done by the next run', async () => {
  await sessions.flood(start, 'made up ', 1100);
  await sessions.fold();
  await come(2, 'real');
  await sessions.fold();
  jest.spyOn(service.app.get(FullDays), 'remove').mockRejectedValueOnce(new Error('killed'));
  await expect(sessions.rebuildAll()).rejects.toThrow('killed');
  expect(await visitsOf('real')).toBeUndefined();
  await sessions.rebuildAll();
  expect(await visitsOf('real')).toBe(2);
  const rebuilt = await campaigns();
  await sessions.rebuildAll();
  expect(await campaigns()).toEqual(rebuilt);
});

it('days that were full before the upgrade are rebuilt after it, in steps', async () => {
  await sessions.flood(start, 'made up ', 1100);
  await sessions.fold();
  await come(2, 'real');
  await sessions.fold();
  await service.pool.query('delete from analytics_full_day');
  // More scopes than one step has.
  await service.pool.query(
    `insert into analytics_total (tenant_id, scope, days, day, visits, engaged_ms, bounces, conversions, questions)
     select $1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 64, 0, 0, 0, 0, 0, 0
     from generate_series(1, 150) n`,
    [service.home.id],
  );
  await service.pool.query(
    `insert into analytics_upgrade values ($1, '00000000-0000-0000-0000-000000000000')`,
    [service.home.id],
  );
  const { signal } = new AbortController();
  await service.app.get(UpgradeRollupsHandler).handle({}, { signal });
  await sessions.rebuild();
  expect(await visitsOf('real')).toBe(2);
  const { rows } = await service.pool.query('select from analytics_upgrade');
  expect(rows).toEqual([]);
});
