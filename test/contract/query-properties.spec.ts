import * as fc from 'fast-check';
import { useTestService } from '../support/test-service.js';
import { valuesOf } from './arbitraries.js';
import { queryKeepingAllRules } from './beyond-schema.js';
import { assertProblem, send } from './exchange.js';
import { hostileQueries } from './hostile.js';
import { forbiddenFor } from './mutations.js';
import { ASKABLE, ownDocument as document } from './own-document.js';
import { SOME_TIME } from './runs.js';
import { plain, type Parameter, type PlainSchema } from './schema.js';

const withQuery = ASKABLE.filter(({ query }) => query.length > 0);
/** A cursor is only good where a list gave it out. */
const choosable = (query: readonly Parameter[]) => query.filter(({ name }) => name !== 'cursor');

/** One that is needed, so it is only good where there is such a record. */
const RECORD_NAMED = 'against';

const { service } = useTestService();

function queriesOf(parameters: readonly Parameter[], full = false): fc.Arbitrary<Record<string, string>> {
  const values = parameters.map(({ name, schema }) => [
    name,
    name === RECORD_NAMED && schema.example !== undefined
      ? fc.constant(schema.example as string)
      : valuesOf({ maxLength: 500, ...schema }, { document }).map(String),
  ]);
  const required = parameters.filter((each) => full || each.required).map(({ name }) => name);
  return fc.record(Object.fromEntries(values) as Record<string, fc.Arbitrary<string>>, {
    requiredKeys: required,
    noNullPrototype: true,
  });
}

/** What the query string can say that is wrong: everything in it is text, so a text is never of the wrong type. */
function forbiddenTexts(facts: PlainSchema): string[] {
  const texts = forbiddenFor(facts).map(([, value]) => value);
  return texts
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map(String)
    .filter((text) => !facts.types.includes('string') || text !== '1.5' || facts.enum || facts.pattern);
}

describe('a query that the document allows', () => {
  // What is deleted is there once.
  it.each(withQuery.filter(({ method }) => method === 'GET'))('is taken by $name', async (operation) => {
    const check = async (given: Record<string, string>) => {
      const query = new URLSearchParams(queryKeepingAllRules(given, operation));
      expect((await send(service, operation, { query })).status).toBe(200);
    };
    await fc.assert(fc.asyncProperty(queriesOf(choosable(operation.query)), check), SOME_TIME);
  });
});

describe('a query that the document forbids', () => {
  it.each(withQuery)('is refused by $name, with the parameter', async (operation) => {
    const { query: parameters } = operation;
    const broken = parameters.flatMap(({ name, schema, required }) => [
      ...forbiddenTexts(plain(schema, document)).map((text) => ({
        name,
        change: (query: URLSearchParams) => query.set(name, text),
      })),
      { name, change: (query: URLSearchParams) => query.append(name, query.get(name) ?? 'a') },
      ...(required ? [{ name, change: (query: URLSearchParams) => query.delete(name) }] : []),
    ]);
    const unknown = {
      name: 'noSuchParameter',
      change: (query: URLSearchParams) => query.set('noSuchParameter', '1'),
    };
    const check = async (valid: Record<string, string>) => {
      const mistaken: string[] = [];
      for (const { name, change } of [...broken, unknown]) {
        const query = new URLSearchParams(queryKeepingAllRules(valid, operation, name));
        change(query);
        const { status, body } = await send(service, operation, { query });
        const told = body.errors?.map(({ parameter }) => parameter) ?? [];
        if (status !== 400 || told.some((each) => each !== name) || told.length === 0)
          mistaken.push(`${query.toString()}: ${status} ${told.join()}`);
      }
      expect(mistaken).toEqual([]);
    };
    await fc.assert(fc.asyncProperty(queriesOf(choosable(parameters), true), check), { numRuns: 1 });
  });
});

describe('a hostile query', () => {
  it.each(ASKABLE.filter(({ method }) => method === 'GET'))('never breaks $name', async (operation) => {
    const names = operation.query.map(({ name }) => name);
    const check = async (query: string) => assertProblem(await send(service, operation, { query }));
    await fc.assert(fc.asyncProperty(hostileQueries(names), check), SOME_TIME);
  });
});
