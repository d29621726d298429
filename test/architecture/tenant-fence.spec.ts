import { Linter } from 'eslint';
import { TENANT_FENCE } from './tenant-fence.mjs';

const faultsIn = (code: string) => new Linter().verify(code, [{ rules: TENANT_FENCE }]);

it.each([
  'em.createQueryBuilder(Topic)',
  'em.qb(Topic)',
  'em.getConnection().execute("select 1")',
  'em.getKysely()',
  'em["getDriver"]; em.getDriver()',
  'em.fork().find(Topic, {})',
  'em.setFilterParams("tenant", { tenantId })',
  'em.setTransactionContext(other)',
  'import { currentTransaction } from "../../shared/database/work-context.js"',
  'import { inContext } from "../../shared/database/work-context.js"',
  'currentContext().tenantId = other',
  'em.find(Topic, {}, { filters: false })',
  'em.find(Topic, {}, { filters: { tenant: false } })',
  'em.find(Topic, {}, { "filters": ["other"] })',
  'const options = { filters: false }; em.find(Topic, {}, options)',
  'new ListRead("topics", read({ filters: false }))',
])('a module is caught that goes past the tenant filter: %s', (code) => {
  expect(faultsIn(code)).not.toEqual([]);
});

it('a module is caught that waits for a record with a connection', () => {
  expect(faultsIn('em.findOne(Topic, id, { lockMode: LockMode.PESSIMISTIC_WRITE })')).not.toEqual([]);
});

it('a module may say what a list can be limited to', () => {
  expect(faultsIn('new ListRead("topics", { filters: { title: "t.title = ?" } })')).toEqual([]);
});

it('a module may use the entity manager', () => {
  expect(faultsIn('em.find(Topic, { title }, { orderBy: { sortOrder: "asc" } })')).toEqual([]);
});
