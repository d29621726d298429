import { queryKeepingAllRules } from './beyond-schema.js';
import { useTestService } from '../support/test-service.js';
import type { Json } from './arbitraries.js';
import { boundsOf, type BoundCase } from './bounds.js';
import { contract, PROMISED } from './contract.js';
import { send } from './exchange.js';
import { FORMS } from './forms.js';
import { ASKABLE, ownDocument, type Askable } from './own-document.js';
import { bodySchemaOf, type Schema } from './schema.js';

interface Row extends BoundCase {
  operation: Askable;
  name: string;
  place: string;
}

const { service } = useTestService();
const askable = (name: string) => ASKABLE.find((each) => each.name === name)!;
const rows = (operation: Askable, cases: BoundCase[]): Row[] =>
  cases.map((each) => ({ ...each, operation, name: operation.name, place: `/${each.path.join('/')}` }));
const bodyRows = (operation: Askable, schema: Schema | undefined, document: typeof contract) =>
  schema ? rows(operation, boundsOf(schema, document)) : [];

/** Within the bounds a value may still not look as it should, or stand in an object that the example does not have. */
const canBeTried = ({ operation, path, isWithin }: Row) =>
  !isWithin || (!hasRules(path.at(-1)!) && isInside(operation.exampleBody, path.slice(0, -1)));

/** A key expires later than now, and an audience is archived within a year, so no time is always within. */
const hasRules = (name: string) => name in FORMS || name === 'expiresAt' || name === 'archiveAt';

/** A list may be empty in the example. */
function isInside(body: unknown, [name, ...rest]: string[]): boolean {
  if (name === undefined) return true;
  if (name === '0') return rest.length === 0 || isInside((body as Json[])[0], rest);
  const inner = (body as Record<string, unknown> | undefined)?.[name];
  return inner !== undefined && isInside(inner, rest);
}

/** What the contract says, and for operations of our own what our document says. */
const BODIES = [
  ...PROMISED.flatMap(({ name, operation }) => bodyRows(askable(name), bodySchemaOf(operation), contract)),
  ...ASKABLE.filter(({ name }) => !PROMISED.some((each) => each.name === name)).flatMap((operation) =>
    bodyRows(operation, operation.body, ownDocument).filter(canBeTried),
  ),
];
const QUERIES = ASKABLE.flatMap((operation) =>
  operation.query.flatMap(({ name, schema }) => rows(operation, boundsOf(schema, ownDocument, [name]))),
);

const within = (row: Row) => row.isWithin;
const beyond = (row: Row) => !row.isWithin;

describe('in a body, on the bound', () => {
  it.each(BODIES.filter(within))('$name takes $place: $what', async ({ operation, path, value }) => {
    const { status } = await sendWith(operation, path, value);
    // The same example, sent again and again, may meet what it made itself.
    expect([200, 201, 409, 422]).toContain(status);
  });
});

describe('in a body, past the bound', () => {
  it.each(BODIES.filter(beyond))('$name refuses $place: $what', async ({ operation, path, place, value }) => {
    const { status, body } = await sendWith(operation, path, value);
    expect([status, body.errors?.map(({ pointer }) => pointer)]).toEqual([
      400,
      expect.arrayContaining([place]),
    ]);
  });
});

describe('in the query, on the bound', () => {
  it.each(QUERIES.filter(within).filter(({ path }) => path[0] !== 'cursor'))(
    '$name takes $place: $what',
    async ({ operation, path, value }) => {
      const { status } = await ask(operation, path[0]!, value, queryKeepingAllRules);
      // What a test before has deleted is gone.
      expect(operation.method === 'DELETE' ? [200, 404] : [200]).toContain(status);
    },
  );
});

describe('in the query, past the bound', () => {
  it.each(QUERIES.filter(beyond))('$name refuses $place: $what', async ({ operation, path, value }) => {
    const { status, body } = await ask(operation, path[0]!, value);
    expect([status, body.errors?.map(({ parameter }) => parameter)]).toEqual([
      400,
      expect.arrayContaining([path[0]]),
    ]);
  });
});

const asItIs: typeof queryKeepingAllRules = (query) => query;

function sendWith(operation: Askable, path: string[], value: Json) {
  const body = withValue(structuredClone(operation.exampleBody) as Json, path, value);
  return send(service, operation, { text: JSON.stringify(body) });
}

function ask(operation: Askable, name: string, value: Json, keeping = asItIs) {
  const query = new URLSearchParams(operation.examplePath.split('?')[1]);
  query.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  const kept = keeping(Object.fromEntries(query), operation);
  return send(service, operation, { query: new URLSearchParams(kept) });
}

/** The example of the document, with another value in one place. */
function withValue(body: Json | undefined, [name, ...rest]: string[], value: Json): Json {
  if (name === undefined) return value;
  if (name === '0') return [withValue((body as Json[] | undefined)?.[0], rest, value)];
  const object = (body ?? {}) as { [name: string]: Json };
  return { ...object, [name]: withValue(object[name], rest, value) };
}
