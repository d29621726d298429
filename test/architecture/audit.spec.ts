import { call, inSafeOrder, operationsOf, type Operation } from '../support/openapi/operations.js';
import { useTestService } from '../support/test-service.js';
import { changingBody } from './first-examples.js';

/** Operations that leave no audit entry, with the reason. */
const WITHOUT_ENTRY: Record<string, string> = {
  lookUpPerson: 'only reads',
  previewPage: 'changes no record',
};

const { service } = useTestService();

/** The operations of these that leave no entry which names their request. */
async function unaudited(operations: readonly Operation[]): Promise<string[]> {
  const found: string[] = [];
  for (const operation of operations) {
    const changing = { ...operation, exampleBody: changingBody(operation) };
    const sent = { path: operation.examplePath, key: service.home.key };
    const { headers } = await call(service, changing, sent);
    const { rowCount } = await service.pool.query(
      `select from audit_entry where tenant_id = $1 and actor_type = 'api_key' and request_id = $2`,
      [service.home.id, headers.get('x-request-id')],
    );
    if (rowCount === 0) found.push(operation.id);
  }
  return found;
}

it('every operation that changes something leaves an audit entry', async () => {
  const changing = (await operationsOf(service)).filter(({ method }) => method !== 'GET');
  expect(changing.length).toBeGreaterThan(30);
  const first = await unaudited(inSafeOrder(changing));
  // Operations that had nothing to restore before have something now that all others are done.
  const restoring = changing.filter(({ path }) => path.endsWith('/restore'));
  const again = await unaudited(restoring);
  const isRestoring = (id: string) => restoring.some((operation) => operation.id === id);
  const never = first.filter((id) => !isRestoring(id) || again.includes(id));
  expect(never).toEqual(Object.keys(WITHOUT_ENTRY));
});
