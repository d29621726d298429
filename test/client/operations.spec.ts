import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Foyer } from '@foyer/client';
import { resources } from '../../packages/client/src/resources.js';
import { withDates } from '../../packages/client/src/times.js';
import { allOf } from './all-of.js';

interface Schema {
  $ref?: string;
  type?: string | string[];
  pattern?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

const document = JSON.parse(await readFile(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const OPERATIONS = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
    ),
  ),
);

interface Leaf {
  /** Such as `['pages', 'audiences', 'list']`. */
  place: string[];
  kind: string;
  path: string;
  hasQuery: boolean;
}

const LEAVES = leavesIn(resources);

function leavesIn(tree: object, around: string[] = []): Leaf[] {
  return Object.entries(tree).flatMap(([name, value]: [string, string | object]) => {
    const place = [...around, name];
    if (typeof value !== 'string') return leavesIn(value, place);
    const [kind, path] = value.split(' ') as [string, string];
    return [{ place, kind, path: path.replace('?', ''), hasQuery: path.endsWith('?') }];
  });
}

const idsOf = ({ path }: Leaf) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** Calls the method, and returns what it sends. */
async function sentBy(leaf: Leaf): Promise<string> {
  const sent: string[] = [];
  const foyer = new Foyer({
    ...{ url: 'http://127.0.0.1:9', key: 'a-key', retries: 0 },
    fetch: async (url, init) => {
      sent.push(`${init!.method} ${new URL(url as string).pathname}`);
      return Response.json({ code: 'not_found', detail: 'Nothing is here.' }, { status: 404 });
    },
  });
  const method = leaf.place.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], foyer);
  const answer = (method as (...input: unknown[]) => unknown)(...idsOf(leaf), { file: new Blob() });
  const isThenable = typeof (answer as PromiseLike<unknown>).then === 'function';
  const ended = isThenable ? (answer as Promise<unknown>) : allOf(answer as AsyncIterable<unknown>);
  await Promise.resolve(ended).catch(() => undefined);
  return sent[0]!;
}

describe('the methods of a client', () => {
  it('call every operation of the API, and no other', async () => {
    const sent = await Promise.all(LEAVES.map(sentBy));
    const plain = (operation: string) => operation.replaceAll(/[{}]/g, '');
    expect([...new Set(sent)].sort()).toEqual([...OPERATIONS.keys()].map(plain).sort());
  });

  it.each(LEAVES.map((leaf) => [leaf.place.join('.'), leaf] as const))(
    'foyer.%s is documented so',
    (_, leaf) => {
      const { kind, path, hasQuery } = leaf;
      const method = {
        DO: 'POST',
        UPLOAD: 'POST',
        POST: 'POST',
        PUT: 'PUT',
        PATCH: 'PATCH',
        DELETE: 'DELETE',
      }[kind];
      const operation = OPERATIONS.get(`${method ?? 'GET'} ${path}`)!;
      const answer = operation.responses[200] ?? operation.responses[201]!;
      const types = Object.keys(answer.content!);
      expect({
        hasQuery,
        hasBody: ['POST', 'PUT', 'PATCH', 'UPLOAD'].includes(kind),
        isForm: kind === 'UPLOAD',
        isList: kind === 'LIST',
        hasType: true,
      }).toEqual({
        hasQuery: (operation.parameters ?? []).some((parameter) => parameter.in === 'query'),
        hasBody: hasFields(operation),
        isForm: 'multipart/form-data' in (operation.requestBody?.content ?? {}),
        isList: 'nextCursor' in fieldsOf(answer.content?.['application/json']?.schema),
        hasType: types.includes(TYPES[kind] ?? 'application/json'),
      });
    },
  );

  it('have the place that their path names', () => {
    const misplaced = LEAVES.filter(({ place, path }) => {
      const parts = path.split('/').filter((part) => part && part !== 'v0' && !part.startsWith('{'));
      const named = parts.map((part) => part.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
      const [, ...reversed] = [...place].reverse();
      const resource = reversed.reverse().join('.');
      // The last part is a resource, or what is done with one.
      return ![named.join('.'), named.slice(0, -1).join('.')].includes(resource);
    });
    expect(misplaced).toEqual([]);
  });
});

const TYPES: Record<string, string> = {
  ...{
    TEXT: 'text/plain',
    CHART: 'image/svg+xml',
    EXPORT: 'application/x-ndjson',
    STREAM: 'text/event-stream',
  },
};

function hasFields({ requestBody }: Operation): boolean {
  const [media] = Object.values(requestBody?.content ?? {});
  return Object.keys(fieldsOf(media?.schema)).length > 0;
}

function fieldsOf(schema: Schema = {}): Record<string, Schema> {
  return resolved(schema).properties ?? {};
}

function resolved(schema: Schema): Schema {
  return schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : schema;
}

describe('times as dates', () => {
  const TIME_PATTERN = '^\\+[1-9]\\d{1,14}$';
  const MOMENT = 1763164800000;
  const TEXT = `+${MOMENT}`;
  const DEEPEST = 6;

  /** An answer whose texts all look like times, also those in objects with free content. */
  function sample(schema: Schema, time: unknown, name = '', depth = 0): unknown {
    const own = resolved(schema);
    if (depth > DEEPEST) return null;
    const [choice] = (own.anyOf ?? own.oneOf ?? []).filter(({ type }) => type !== 'null');
    if (choice) return sample(choice, time, name, depth + 1);
    if (own.items) return [sample(own.items, time, '', depth + 1)];
    if (own.properties) {
      const fields = Object.entries(own.properties);
      return Object.fromEntries(fields.map(([key, field]) => [key, sample(field, time, key, depth + 1)]));
    }
    const types = [own.type].flat();
    if (types.includes('object')) return { createdAt: TEXT };
    if (types.includes('number')) return MOMENT;
    return own.pattern === TIME_PATTERN && name !== 'phoneNumber' ? time : TEXT;
  }

  const answers = [...OPERATIONS].flatMap(([name, { responses }]) =>
    Object.values(responses)
      .map(({ content }) => content?.['application/json']?.schema)
      .filter((schema) => schema !== undefined)
      .map((schema) => [name, schema] as const),
  );

  it.each(answers)('are those that the document names: %s', (_, schema) => {
    expect(withDates(sample(schema, TEXT))).toEqual(sample(schema, new Date(MOMENT)));
  });
});
