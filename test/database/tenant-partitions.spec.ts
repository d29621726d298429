import { Client } from 'pg';
import { SCHEMAS } from '../../src/application/modules.js';
import { DUE_DOMAINS } from '../../src/modules/links/domains/check-domains.handler.js';
import { TENANTS_WITHOUT_VARIANTS } from '../../src/modules/assets/variants/variant-reads.js';
import { TENANTS_WITH_OLD_PREVIEWS } from '../../src/modules/pages/previews/forget-previews.handler.js';
import { OUTDATED } from '../../src/modules/pages/publishing/recompose.handler.js';
import { EXPIRED_LANES } from '../../src/modules/webhooks/deliveries/expired-deliveries.js';
import { applyRoutines } from '../../src/shared/database/schema/routines.js';
import { DUE_PERSONS } from '../../src/shared/personal-data/late-mentions.js';
import { TENANTS_TO_FILL } from '../../src/shared/personal-data/person-index.js';
import { JobHandlers } from '../../src/shared/jobs/job-handlers.js';
import { nodesOf, tableOfPartition } from '../lists/plan.js';
import { pathOf, Records } from '../pages/records.js';
import { call, inSafeOrder, operationsOf } from '../support/openapi/operations.js';
import { statementsOf, type Statement } from '../support/database/statements.js';
import { TENANTS_WITH_DELTAS } from '../../src/modules/analytics/fold-deltas.handler.js';
import { TENANTS_WITH_DUE_DAYS } from '../../src/modules/analytics/rollups/full-days.js';
import { TENANTS_TO_UPGRADE } from '../../src/modules/analytics/rollups/rollup-upgrade.js';
import { TENANTS_WITH_DUE_VISITS } from '../../src/modules/visits/computing/visit-worker.js';
import { TENANTS_WITH_OUTDATED_VISITS } from '../../src/modules/visits/recompute-visits.handler.js';
import { partitionByTenant } from '../support/database/tenant-partitions.mjs';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.js';
import { startTestService, type TestService } from '../support/test-service.js';
import { until } from '../support/until.js';
import { Deliveries } from '../webhooks/deliveries/deliveries.js';
import { Receiver } from '../webhooks/receiver.js';

const SLOW = 120_000;

/** As docs/growing.md lists them. */
const OF_ALL_TENANTS = [
  ...[EXPIRED_LANES, OUTDATED, DUE_DOMAINS],
  ...[TENANTS_WITH_OUTDATED_VISITS, TENANTS_WITH_DUE_VISITS, TENANTS_WITH_DELTAS],
  TENANTS_WITHOUT_VARIANTS,
  ...[TENANTS_WITH_DUE_DAYS, TENANTS_TO_UPGRADE, TENANTS_TO_FILL, DUE_PERSONS],
  TENANTS_WITH_OLD_PREVIEWS,
];

let database: TestDatabase;
let client: Client;
let service: TestService;
let during: ReturnType<typeof statementsOf>;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  if (!process.env.PARTITIONED)
    await partitionByTenant(client, () => applyRoutines(client, SCHEMAS, { isForced: true }));
  const environment = { ROLE: 'all', WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' };
  service = await startTestService(environment, undefined, database);
  during = statementsOf(service);
}, SLOW);
afterAll(async () => {
  await client.end();
  await service.close();
});

/** The tables of which the statement would look at several partitions. */
async function spreadTables(statement: Statement): Promise<string[]> {
  const partitions = new Map<string, Set<string>>();
  for (const { 'Relation Name': relation } of await nodesOf(client, statement)) {
    if (!relation) continue;
    const table = tableOfPartition(relation);
    if (table !== relation) partitions.set(table, (partitions.get(table) ?? new Set()).add(relation));
  }
  return [...partitions].filter(([, reached]) => reached.size > 1).map(([table]) => table);
}

/** Statements that look at more than one partition of a table, and how many statements there were. */
async function spreadIn(statements: readonly Statement[]): Promise<{ spread: string[]; looked: number }> {
  const planned = statements.filter(
    ({ text }) => /^\s*(with|select|insert|update|delete)\b/i.test(text) && !OF_ALL_TENANTS.includes(text),
  );
  const spread: string[] = [];
  for (const statement of planned) {
    const tables = await spreadTables(statement);
    if (tables.length > 0) spread.push(`${tables.join()}: ${statement.text}`);
  }
  return { spread: [...new Set(spread)], looked: planned.length };
}

describe('with tables that are partitioned by tenant, a statement reaches one partition', () => {
  it(
    'of whatever operation',
    async () => {
      const operations = inSafeOrder(await operationsOf(service));
      const statements = await during(async () => {
        for (const operation of operations)
          await call(service, operation, { path: operation.examplePath, key: service.home.key });
      });
      const { spread, looked } = await spreadIn(statements);
      expect(spread).toEqual([]);
      expect(looked).toBeGreaterThan(operations.length);
    },
    SLOW,
  );

  it(
    'of deliveries, versions and other jobs',
    async () => {
      const deliveries = new Deliveries(service);
      const receiver = await Receiver.open();
      const records = new Records(service.home.api);
      const statements = await during(async () => {
        const subscription = await deliveries.subscribe(receiver.url);
        await deliveries.topic();
        await deliveries.settled(subscription);
        const audience = await records.audience();
        await records.version(audience);
        await until(async () => {
          const { body } = await service.home.api.get(pathOf(audience)).expect(200);
          return body.publishedVersion.versionNumber === 2;
        });
        for (const [kind, handler] of service.app.get(JobHandlers).byKind())
          if (kind.schedule) await handler.handle({}, { signal: new AbortController().signal });
      });
      await receiver.close();
      const { spread, looked } = await spreadIn(statements);
      expect(spread).toEqual([]);
      expect(looked).toBeGreaterThan(50);
    },
    SLOW,
  );

  it('which is not so where it does not name the tenant', async () => {
    const text = 'select from topic where id = $1';
    const { spread } = await spreadIn([{ text, values: [service.home.id] }]);
    expect(spread).toEqual([`topic: ${text}`]);
  });
});
