import { call, operationsOf, type Operation } from '../support/openapi/operations.js';
import { useTestService } from '../support/test-service.js';

const { service } = useTestService();
let guarded: Operation[];

beforeAll(async () => {
  guarded = (await operationsOf(service)).filter((operation) => !operation.public);
});

const unknown = (path: string) => path.replaceAll(/_[0-9a-z]{26}(?=\/|$)/g, '_01je7nqt00e00800000000zzzz');
const withoutIds = (text: string) => text.replaceAll(/"requestId":"[^"]*"/g, '').replaceAll(/req_\w+/g, '');

/** Operations that report an absence in a successful answer, as the contract says. */
const TELLS_OF_ABSENCE = ['getAudienceSessionInteractions'];

describe('a record of another tenant', () => {
  it('answers every operation exactly as one that does not exist', async () => {
    const byId = guarded.filter((operation) => operation.path.includes('{'));
    expect(byId.length).toBeGreaterThan(0);
    for (const operation of byId) {
      const foreign = await call(service, operation, {
        path: operation.examplePath,
        key: service.stranger.key,
      });
      const missing = await call(service, operation, {
        path: unknown(operation.examplePath),
        key: service.stranger.key,
      });
      expect([operation.id, foreign.status, withoutIds(foreign.text)]).toEqual([
        operation.id,
        TELLS_OF_ABSENCE.includes(operation.id) ? 200 : 404,
        withoutIds(missing.text),
      ]);
    }
  });

  it('is in no list', async () => {
    const samples = new Set(
      guarded.flatMap(({ examplePath }) => examplePath.match(/[a-z]+_[0-9a-z]{26}/g) ?? []),
    );
    expect(samples.size).toBeGreaterThan(0);
    for (const operation of guarded.filter(({ method, path }) => method === 'GET' && !path.includes('{'))) {
      const { text, status } = await call(service, operation, {
        path: operation.examplePath,
        key: service.stranger.key,
      });
      expect([operation.id, status]).toEqual([operation.id, 200]);
      for (const id of samples) expect(text).not.toContain(id);
    }
  });

  it('is still there after all that', async () => {
    for (const operation of guarded.filter(({ method, path }) => method === 'GET' && path.includes('{'))) {
      const { status } = await call(service, operation, {
        path: operation.examplePath,
        key: service.home.key,
      });
      expect([operation.id, status]).toEqual([operation.id, 200]);
    }
  });
});
