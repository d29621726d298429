import { SCOPES } from '../../src/application/modules.js';
import { call, operationsOf } from '../support/openapi/operations.js';
import { useTestService } from '../support/test-service.js';

const { service } = useTestService();

/**
 * They are about the key of the request, and give it nothing that it does not have. To revoke another key, it needs a
 * scope (`test/keys`).
 */
const OF_ANY_KEY = ['getOwnKey', 'createChildKey', 'revokeApiKey'];

it('no other scope stands in for the one that an operation needs', async () => {
  const withNone = await service.keyWith([]);
  const withAllBut = new Map<string, string>();
  for (const scope of SCOPES)
    withAllBut.set(scope, await service.keyWith(SCOPES.filter((other) => other !== scope)));
  const needed = new Set<string>();
  const guarded = (await operationsOf(service)).filter(
    (each) => !each.public && !OF_ANY_KEY.includes(each.id),
  );
  for (const operation of guarded) {
    const send = async (key: string) =>
      (await call(service, operation, { path: operation.examplePath, key })).json();
    const { detail } = await send(withNone);
    const scope = /^This key lacks the scope (\S+)\.$/.exec(String(detail))![1]!;
    needed.add(scope);
    expect([operation.id, await send(withAllBut.get(scope)!)]).toEqual([
      operation.id,
      expect.objectContaining({ status: 403, code: 'missing_scope', detail }),
    ]);
  }
  expect([...needed].sort()).toEqual([...new Set<string>(SCOPES)].sort());
});
