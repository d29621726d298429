import { Client } from 'pg';
import fc from 'fast-check';
import { analyticsMigrations } from '../../src/modules/analytics/analytics.migration.js';
import { RollupStore } from '../../src/modules/analytics/rollups/rollup-store.js';
import { UpgradeRollupsHandler } from '../../src/modules/analytics/upgrade-rollups.handler.js';
import { statementsOf } from '../../src/shared/database/schema/migration-hashes.js';
import { UnitOfWork } from '../../src/shared/database/transactions/unit-of-work.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import { exampleId, exampleUuid } from '../../src/shared/kernel/example-ids.js';
import { newUuid, uuidOf } from '../../src/shared/kernel/ids.js';
import { HeldTransaction } from '../support/database/held-transaction.js';
import { useTestService } from '../support/test-service.js';
import { asked, CountedSessions, type ToldVisit } from './counted-sessions.js';
import { foldAsBefore, FORMER_COLUMNS } from './former-worker.js';
import { RawFigures } from './raw-figures.js';
import { asks, figures, FIRST, QUARTER } from './told-visits.js';

const { service, api } = useTestService();
const sessions = new CountedSessions(service);
const raw = new RawFigures(service);

const DAY = 96 * QUARTER;
const PAGE = `/pages/${exampleId('page')}`;
const WEEK = { from: FIRST, to: FIRST + 7 * DAY, interval: 'day', timeZone: 'UTC' };

interface Audience {
  id: string;
  scope: string;
}

async function newAudience(): Promise<Audience> {
  const { body } = await api.post(`/v0${PAGE}/audiences`, {}).expect(201);
  return { id: uuidOf('audience', body.audienceId)!, scope: `${PAGE}/audiences/${body.audienceId}` };
}

const visitOf = ({ id: audienceId }: Audience): ToldVisit => ({
  id: newUuid(),
  pageLinkId: exampleUuid('link'),
  audienceId,
});

/** So many that it needs rollups of its own. They began before the days that are compared. */
const crowd = ({ id }: Audience) => sessions.flood(FIRST - 300 * DAY, 'crowd ', 101, id);

async function hasRollups({ id }: Audience): Promise<boolean> {
  const { rows } = await service.pool.query(
    `select (select count(*) from analytics_total where scope = $1)::int as totals,
       (select count(*) from analytics_breakdown where scope = $1)::int as breakdowns`,
    [id],
  );
  expect(rows[0].totals > 0).toBe(rows[0].breakdowns > 0);
  return rows[0].totals > 0;
}

const compareWeek = async (audience: Audience) => {
  for (const breakdown of ['link', 'campaign', 'question'] as const)
    await raw.compare({ ...WEEK, scope: audience.scope, breakdown }, audience.id);
};

/** Makes rollups of an audience, as the release before did for each. */
async function rollUp({ id }: Audience): Promise<void> {
  await inContext({ tenantId: service.home.id }, () =>
    service.app.get(UnitOfWork).run(() => service.app.get(RollupStore).addTo(id, [])),
  );
}

async function upgrade(): Promise<void> {
  await service.pool.query(
    `insert into analytics_upgrade select id, '00000000-0000-0000-0000-000000000000' from tenant`,
  );
  await service.app.get(UpgradeRollupsHandler).handle({}, { signal: new AbortController().signal });
}

it('an audience has rollups of its own from its 101st session on, and its figures are the same', async () => {
  const audience = await newAudience();
  await sessions.complete(FIRST, asked('Why?'), visitOf(audience));
  await sessions.flood(FIRST + DAY, 'spring ', 99, audience.id);
  await sessions.fold();
  expect(await hasRollups(audience)).toBe(false);
  await compareWeek(audience);
  await sessions.complete(FIRST, { utmCampaign: 'spring 7' }, visitOf(audience));
  await compareWeek(audience);
  await sessions.fold();
  expect(await hasRollups(audience)).toBe(true);
  await compareWeek(audience);
  await sessions.complete(FIRST, { utmCampaign: 'spring 7' }, visitOf(audience));
  await compareWeek(audience);
  await sessions.fold();
  await compareWeek(audience);
});

it('the page has the figures of all its audiences, however few sessions they have', async () => {
  const start = Date.UTC(2024, 5, 1);
  await sessions.flood(start, 'spring ', 3, null);
  for (const _ of ['before', 'after']) {
    const { body } = await api
      .get(`/v0${PAGE}/analytics?from=%2B${start}&to=%2B${start + DAY}&breakdown=audience`)
      .expect(200);
    expect(body.totals.visits).toBe(3);
    expect(body.breakdown).toHaveLength(3);
    await sessions.fold();
  }
});

it('the figures equal the sums over the sessions, whenever an audience gets rollups of its own', async () => {
  const visit = fc.nat(4);
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ visit, figures, isOver: fc.constant(true) }) },
    { weight: 1, arbitrary: fc.record({ visit, figures, isOver: fc.constant(false) }) },
    { weight: 1, arbitrary: fc.record({ erase: visit }) },
    { weight: 2, arbitrary: fc.constant('fold' as const) },
    { weight: 1, arbitrary: fc.constant('crowd' as const) },
    { weight: 1, arbitrary: fc.constant('upgrade' as const) },
    { weight: 1, arbitrary: fc.constant('fold as before' as const) },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 20 }),
      fc.array(asks, { minLength: 3 }),
      async (steps, questions) => {
        const audience = await newAudience();
        const visits = Array.from({ length: 5 }, () => visitOf(audience));
        for (const each of steps) {
          if (each === 'fold') await sessions.fold();
          else if (each === 'fold as before') await foldAsBefore(service, audience.id);
          else if (each === 'crowd') await crowd(audience);
          else if (each === 'upgrade') await rollUp(audience).then(upgrade);
          else if ('erase' in each) {
            await raw.rememberQuestions(visits[each.erase]!.id);
            await sessions.erase(visits[each.erase]!);
          } else {
            const { start, questions: labels, ...told } = each.figures;
            const seen = { ...told, ...asked(...labels) };
            const at = visits[each.visit]!;
            // The questions that were erased stay counted beside those of a new computation, so there is none.
            if (await isErased(at)) continue;
            if (each.isOver) await sessions.complete(FIRST + start, seen, at);
            else await sessions.reopen(FIRST + start, seen, at);
          }
        }
        for (const each of questions.slice(0, 3))
          await raw.compare({ ...each, scope: audience.scope }, audience.id);
      },
    ),
    { numRuns: 12 },
  );
}, 120_000);

async function isErased({ id }: ToldVisit): Promise<boolean> {
  const { rowCount } = await service.pool.query(
    `select from audience_session where id = $1 and analytics_session_id like 'erased-%'`,
    [id],
  );
  return rowCount === 1;
}

describe('while another process', () => {
  it('changes the rollups, a fold waits, and an audience gets its rollups once', async () => {
    const audience = await newAudience();
    await crowd(audience);
    await sessions.complete(FIRST, {}, visitOf(audience));
    const held = await HeldTransaction.ofMatter(service, 'analytics');
    const folds = await held.holdsUp(sessions.fold());
    expect(await hasRollups(audience)).toBe(false);
    await held.commit();
    await folds.result;
    expect(await hasRollups(audience)).toBe(true);
    await compareWeek(audience);
  });

  it('computes a session, an audience gets its rollups without waiting, and the session counts once', async () => {
    const audience = await newAudience();
    await crowd(audience);
    await sessions.complete(FIRST, {}, visitOf(audience));
    const id = newUuid();
    const held = await HeldTransaction.begin(
      service,
      `insert into audience_session select (r).* from (
         select jsonb_populate_record(s, jsonb_build_object('id', $1::text, 'analytics_session_id', $1::text)) as r
         from audience_session s where audience_id = $2 and session_started_at = to_timestamp($3::float8 / 1000)
       ) as copied`,
      [id, audience.id, FIRST],
    );
    await held.query(
      `insert into analytics_delta select tenant_id, $1, quarter, scopes, values, asked, visits, engaged_ms, bounces,
         conversions, questions from analytics_delta where $2 = any(scopes) and quarter = $3`,
      [id, audience.id, FIRST / QUARTER],
    );
    await sessions.fold();
    expect(await hasRollups(audience)).toBe(true);
    await compareWeek(audience);
    await held.commit();
    await compareWeek(audience);
    await sessions.fold();
    await compareWeek(audience);
  });
});

describe('while a worker of the release before still runs', () => {
  it('an audience with few sessions keeps its figures, and gets complete rollups later', async () => {
    const audience = await newAudience();
    await sessions.complete(FIRST, asked('Why?'), visitOf(audience));
    await sessions.fold();
    await sessions.complete(FIRST + DAY, asked('How?'), visitOf(audience));
    await foldAsBefore(service, audience.id);
    expect(await hasRollups(audience)).toBe(true);
    await compareWeek(audience);
    await sessions.complete(FIRST + DAY, asked('How?'), visitOf(audience));
    await compareWeek(audience);
    await sessions.fold();
    await compareWeek(audience);
    await crowd(audience);
    await sessions.fold();
    await compareWeek(audience);
    await sessions.complete(FIRST + 2 * DAY, asked('How?'), visitOf(audience));
    await foldAsBefore(service, audience.id);
    await compareWeek(audience);
  });

  it('the questions of an erased person still count', async () => {
    const audience = await newAudience();
    const visit = await sessions.complete(FIRST, asked('Why?'), visitOf(audience));
    await sessions.fold();
    await sessions.complete(FIRST, asked('How?'), visitOf(audience));
    await foldAsBefore(service, audience.id);
    await raw.rememberQuestions(visit.id);
    await sessions.erase(visit);
    await compareWeek(audience);
  });

  it('rollups are complete if they existed before the migration, and those that such a worker adds are not', async () => {
    const migration = analyticsMigrations.find(({ name }) => name.endsWith('CompleteRollups'))!;
    const client = new Client({ connectionString: service.databaseUrl });
    await client.connect();
    await client.query('create temp table analytics_total (like public.analytics_total)');
    await client.query('alter table analytics_total drop column is_complete');
    const add = (visits: number) =>
      client.query(
        `insert into analytics_total (${FORMER_COLUMNS})
         values ($1, $1, 1, 1, $2, 0, 0, 0, 0, '{}', '{}')`,
        [service.home.id, visits],
      );
    await add(1);
    for (const statement of await statementsOf(migration)) await client.query(statement);
    await add(2);
    const { rows } = await client.query('select visits, is_complete as "isComplete" from analytics_total');
    await client.end();
    expect(rows).toEqual([
      { visits: 1, isComplete: true },
      { visits: 2, isComplete: false },
    ]);
  });
});

describe('after the upgrade', () => {
  it('an audience with few sessions loses its rollups, and keeps its figures', async () => {
    const [few, many] = [await newAudience(), await newAudience()];
    for (const audience of [few, many]) await sessions.complete(FIRST, asked('Why?'), visitOf(audience));
    await crowd(many);
    await sessions.fold();
    await rollUp(few);
    await sessions.complete(FIRST + DAY, {}, visitOf(few));
    expect([await hasRollups(few), await hasRollups(many)]).toEqual([true, true]);
    await compareWeek(few);
    await upgrade();
    expect([await hasRollups(few), await hasRollups(many)]).toEqual([false, true]);
    await compareWeek(few);
    await sessions.fold();
    await compareWeek(few);
    await compareWeek(many);
  });

  it('an audience keeps the rollups that count the questions of an erased person', async () => {
    const audience = await newAudience();
    const visit = await sessions.complete(FIRST, asked('Why?'), visitOf(audience));
    await raw.rememberQuestions(visit.id);
    await sessions.erase(visit);
    await compareWeek(audience);
    await sessions.fold();
    await upgrade();
    await compareWeek(audience);
  });
});
