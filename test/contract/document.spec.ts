import { documentOf } from '../support/openapi/operations.js';
import { useTestService } from '../support/test-service.js';
import type { Difference } from './compare.js';
import { contract, NOT_YET, operationsIn, PROMISED } from './contract.js';
import { differencesOf } from './differences.js';
import { MEANT } from './meant.js';
import type { OpenApiDocument, OpenApiOperation } from './schema.js';

const { service } = useTestService();
let document: OpenApiDocument;
let served: Map<string, OpenApiOperation>;

beforeAll(async () => {
  document = (await documentOf(service)) as unknown as OpenApiDocument;
  served = new Map(operationsIn(document).map(({ name, operation }) => [name, operation]));
});

describe('the contract', () => {
  it('has 21 operations', () => {
    expect(operationsIn(contract)).toHaveLength(21);
  });

  it('is served whole, but for what is listed as not yet', () => {
    const missing = operationsIn(contract).filter(({ name }) => !served.has(name));
    expect(missing.map(({ name }) => name).sort()).toEqual([...NOT_YET].sort());
  });

  it('is kept in all that is documented, but for differences that are meant', () => {
    const unmeant = PROMISED.flatMap(({ name, operation }) =>
      differencesOf(operation, served.get(name)!, document)
        .filter((difference) => !isMeant(name, difference))
        .map((difference) => ({ operation: name, ...difference })),
    );
    expect(unmeant).toEqual([]);
  });

  it('wants a key for every operation', () => {
    for (const { name } of PROMISED)
      expect([name, served.get(name)!.security]).toEqual([name, [{ apiKey: [] }, { bearer: [] }]]);
  });
});

describe('each difference that is meant', () => {
  it('is there', () => {
    const lines = PROMISED.flatMap(({ name, operation }) =>
      differencesOf(operation, served.get(name)!, document).map(({ at, fact }) => `${name} ${at} ${fact}`),
    );
    const listed = MEANT.flatMap(({ of, at, facts }) =>
      of.filter((name) => served.has(name)).flatMap((name) => facts.map((fact) => `${name} ${at} ${fact}`)),
    );
    expect(listed.filter((line) => !lines.includes(line))).toEqual([]);
  });
});

function isMeant(operation: string, { at, fact }: Difference): boolean {
  return MEANT.some((each) => each.of.includes(operation) && each.at === at && each.facts.includes(fact));
}
