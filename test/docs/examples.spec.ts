import { resetSamples } from '../../src/application/first-start.js';
import { freshenExamples } from '../../src/shared/http/docs/browser/fresh-examples.js';
import type { OpenApiDocument } from '../../src/shared/http/docs/browser/openapi-document.js';
import {
  call,
  documentOf,
  operationsIn,
  operationsOf,
  type Operation,
} from '../support/openapi/operations.js';
import { startTestService, type TestService } from '../support/test-service.js';

/** What can be done once, besides to delete for good, and what a repeat is told: that it is done. */
const ONCE: Record<string, unknown> = {
  createPerson: 'email_taken',
  publishVersion: expect.stringMatching(/^version_(pending|queued)$/),
  createBrand: 'brand_key_taken',
  createPageLink: 'path_taken',
  createTenantDomain: 'domain_taken',
};

/** The operations whose examples are refused, with the code of the problem. */
async function refused(
  service: TestService,
  operations: readonly Operation[],
): Promise<Record<string, unknown>> {
  const codes: Record<string, unknown> = {};
  for (const operation of operations) {
    const answer = await call(service, operation, { path: operation.examplePath, key: service.home.key });
    if (!operation.successStatuses.includes(answer.status)) codes[operation.id] = answer.json().code;
  }
  return codes;
}

describe.each([
  ['page order', (operations: Operation[]) => operations],
  ['reverse order', (operations: Operation[]) => operations.toReversed()],
])('the examples in %s', (_, ordered) => {
  let service: TestService;
  let operations: Operation[];
  beforeAll(async () => {
    service = await startTestService();
    operations = ordered(await operationsOf(service));
  });
  afterAll(() => service.close());

  it('work', async () => {
    expect(await refused(service, operations)).toEqual({});
  });

  it('work again, but for what can be done once', async () => {
    const deletes = operations.filter(({ method }) => method === 'DELETE');
    const others = operations.filter(({ method }) => method !== 'DELETE');
    expect(await refused(service, others)).toEqual(ONCE);
    for (const code of Object.values(await refused(service, deletes))) expect(code).toMatch(/_not_found$/);
  });

  it('that create something work again after the docs are loaded again', async () => {
    for (const suffix of ['t1', 't2']) {
      const document = await documentOf(service);
      freshenExamples(document as unknown as OpenApiDocument, suffix);
      const creating = operationsIn(document).filter(({ id }) => id in ONCE && id !== 'publishVersion');
      expect(await refused(service, creating)).toEqual({});
    }
  });

  it('all work again once the samples are reset', async () => {
    await resetSamples(service.app, service.home.id);
    expect(await refused(service, operations)).toEqual({});
  });

  it('show the same visits after each reset', async () => {
    const visitsAfterReset = async (): Promise<number> => {
      await resetSamples(service.app, service.home.id);
      return (await service.home.api.get('/v0/analytics').expect(200)).body.totals.visits;
    };
    const visits = await visitsAfterReset();
    expect(visits).toBeGreaterThan(100);
    expect(await visitsAfterReset()).toBe(visits);
  });
});
