import { Client } from 'pg';
import { accountList } from '../../src/modules/crm/dto/account-reads.js';
import { COUNTED_UP_TO } from '../../src/shared/database/lists/total-count.js';
import { accountLogList, activityList, personLogList } from '../../src/modules/crm/dto/log-reads.js';
import { lockMatchingPerson } from '../../src/modules/crm/person-matcher.service.js';
import { personList } from '../../src/modules/crm/dto/person-reads.js';
import type { PreparedRead } from '../../src/shared/database/records/prepared-reads.js';
import { newUuid } from '../../src/shared/kernel/ids.js';
import { useTestService } from '../support/test-service.js';

const ROWS = 30_000;
/** Rows of the other tenant, which has the samples. */
const OTHERS = 2;

interface Plan {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

const { service } = useTestService();
let tenant: string;
const [account, person] = [newUuid(), newUuid()];

beforeAll(async () => {
  tenant = service.stranger.id;
  await seed();
});

/** One account and one person who have nearly everything, and many who have little. */
async function seed(): Promise<void> {
  const ids = `case when n = 1 then $2::uuid else gen_random_uuid() end, $1`;
  // A connection of its own: those of the service end what takes long.
  const client = new Client(service.databaseUrl);
  await client.connect();
  await client.query(
    `insert into account (id, tenant_id, domain, search_text, created_at, updated_at)
     select ${ids}, 'd' || n, 'd' || n, now(), now() from generate_series(1, ${ROWS}) n`,
    [tenant, account],
  );
  await client.query(
    `insert into person (id, tenant_id, name, slug, email_key, account_id, search_text, created_at, updated_at)
     select ${ids}, 'P', 'p' || n, 'p' || n, $3, 'person number ' || n, now(), now()
     from generate_series(1, ${ROWS}) n`,
    [tenant, person, account],
  );
  await client.query(
    `insert into account_log (id, tenant_id, account_id, source, type, payload, created_at)
     select gen_random_uuid(), $1, $2, case when n % 3000 = 0 then 'rare' else 's' end, 't', '{}', now()
     from generate_series(1, ${ROWS}) n`,
    [tenant, account],
  );
  await client.query(
    `insert into person_log (id, tenant_id, person_id, account_id, source, type, payload, created_at, created_person)
     select gen_random_uuid(), $1, $2, $3, 's', 't', '{}', now(), false from generate_series(1, ${ROWS}) n`,
    [tenant, person, account],
  );
  await client.query('vacuum analyze');
  await client.end();
}

/** The largest number of rows that any step of the plan looks at. */
function mostRows(plan: Plan): number {
  const own = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  return Math.max(own, ...(plan.Plans ?? []).map(mostRows));
}

/** As the server has come to plan it after a while. */
async function planOf({ text, options }: PreparedRead<object>, values: unknown[]): Promise<Plan> {
  // A connection of its own: behind a pooler, a statement is prepared in a session that others use, too.
  const client = new Client(service.databaseUrl);
  await client.connect();
  const given = values.map((value) => `'${String(value)}'`).join(', ');
  let plans: { 'QUERY PLAN': { Plan: Plan }[] }[] = [];
  try {
    if (options.isPlannedAnew) await client.query('set plan_cache_mode = force_custom_plan');
    await client.query(`prepare looked_at as ${text}`);
    for (let times = 0; times < 8; times++)
      ({ rows: plans } = await client.query(`explain (analyze, format json) execute looked_at(${given})`));
    return plans[0]!['QUERY PLAN'][0]!.Plan;
  } finally {
    await client.end();
  }
}

const PAGE = 21;
const lists: [string, PreparedRead<object>, () => unknown[]][] = [
  ['persons', personList.statement('first', []), () => []],
  ['persons found by a rare text', personList.statement('first', ['pattern']), () => ['%29999%']],
  ['persons found by no text', personList.statement('first', ['pattern']), () => ['%zzzz%']],
  ['persons found by a common text', personList.statement('first', ['pattern']), () => ['%number%']],
  ['accounts', accountList.statement('first', []), () => []],
  ['accounts found by a text', accountList.statement('first', ['query']), () => ['%d2999%']],
  ['logs of an account', accountLogList.statement('first', ['account']), () => [account]],
  ['logs from a source', accountLogList.statement('first', ['account', 'source']), () => [account, 'rare']],
  ['logs of a type', accountLogList.statement('first', ['account', 'type']), () => [account, 'none']],
  ['logs of a person', personLogList.statement('first', ['person']), () => [person]],
  ['activity', activityList.statement('first', ['account']), () => [account]],
];

const laterPages: [string, PreparedRead<object>, () => unknown[]][] = [
  ['persons', personList.statement('later', []), () => []],
  ['accounts', accountList.statement('later', []), () => []],
  ['logs of an account', accountLogList.statement('later', ['account']), () => [account]],
  ['logs of a person', personLogList.statement('later', ['person']), () => [person]],
  ['activity', activityList.statement('later', ['account']), () => [account]],
];

describe(`with ${ROWS} rows`, () => {
  it.each(lists)('the first page of %s counts, and reads little more', async (_, read, values) => {
    const plan = await planOf(read, [tenant, PAGE, ...values()]);
    expect(mostRows(plan)).toBeLessThanOrEqual(COUNTED_UP_TO + 1 + OTHERS);
  });

  it.each(laterPages)('a later page of %s reads what it shows', async (_, read, values) => {
    const middle = '7fffffff-ffff-4fff-8fff-ffffffffffff';
    const plan = await planOf(read, [tenant, PAGE, ...values(), 'now', middle]);
    expect(mostRows(plan)).toBeLessThanOrEqual(100 * PAGE);
  });

  it('a person is found by what is known of them', async () => {
    const plan = await planOf(lockMatchingPerson, [tenant, 'p77', '+1234', 'hash']);
    expect(mostRows(plan)).toBe(1);
  });
});
