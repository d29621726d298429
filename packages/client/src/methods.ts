import { keepEtag } from './etags.js';
import { EventStream, type StreamOptions } from './event-stream.js';
import { Export } from './export.js';
import { List, type ListPage } from './list.js';
import { withDates } from './times.js';
import { readJson, requireType, type AnyOptions, type Call, type Transport } from './transport.js';
import { formOf, type AssetUpload } from './upload.js';
import { waitUntilPublished, type WaitOptions } from './wait-until-published.js';
import type { AudienceVersion } from './generated/types.gen.js';

/** What all methods of a client share. */
export interface Context {
  transport: Transport;
  dates: boolean;
}

/** What a kind of method does with a call. */
type Kind = (call: Call, context: Context) => unknown;

const KINDS: Readonly<Record<string, Kind>> = {
  LIST: list,
  GET: record,
  TEXT: (call, context) => text({ ...call, accept: 'text/plain' }, context),
  CHART: (call, context) => text({ ...call, accept: 'image/svg+xml' }, context),
  EXPORT: (call, { transport, dates }) => new Export(call, transport, dates),
  POST: record,
  DO: record,
  PUT: record,
  PATCH: record,
  DELETE: record,
  UPLOAD: async (call, context) =>
    record({ ...call, body: await formOf(call.body as AssetUpload, call.options.signal) }, context),
  STREAM: (call, { transport, dates }) => new EventStream(call, transport, dates),
  PUBLISHED: (call, context) =>
    waitUntilPublished((options) => record({ ...call, options }, context) as Promise<AudienceVersion>, call),
};

const VERBS: Readonly<Record<string, string>> = {
  DO: 'POST',
  UPLOAD: 'POST',
  PUT: 'PUT',
  PATCH: 'PATCH',
  POST: 'POST',
  DELETE: 'DELETE',
};
const KINDS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH', 'UPLOAD']);

/** Makes the methods of all resources (resources.ts). */
export function makeMethods(resources: object, context: Context): object {
  return Object.fromEntries(
    Object.entries(resources).map(([name, leaf]: [string, string | object]) => [
      name,
      typeof leaf === 'string' ? makeMethod(leaf, context) : makeMethods(leaf, context),
    ]),
  );
}

function makeMethod(definition: string, context: Context): (...input: unknown[]) => unknown {
  const [, kind, template, query] = /^(\w+) ([^?]+)(\?)?$/.exec(definition)!;
  const method = VERBS[kind!] ?? 'GET';
  const operation = `${method} ${template!}`;
  return (...input) => {
    const path = template!.replace(/\{(\w+)\}/g, (_, name: string) => idOf(input.shift(), name, operation));
    const body = KINDS_WITH_BODY.has(kind!) ? (input.shift() ?? {}) : undefined;
    const call = {
      operation,
      method,
      path,
      body,
      query: query && (input.shift() as object | undefined),
      options: (input.shift() ?? {}) as AnyOptions & StreamOptions & WaitOptions,
    };
    return KINDS[kind!]!(call as Call, context);
  };
}

/** No id, `.` and `..` would make the path of another operation: an URL without its last steps. */
function idOf(id: unknown, name: string, operation: string): string {
  if (typeof id !== 'string' || /^\.{0,2}$/.test(id))
    throw new TypeError(`${operation}: ${name} must be an id.`);
  return encodeURIComponent(id);
}

function list(call: Call, context: Context): List<ListPage> {
  return new List(call.operation, (cursor) => {
    const query = cursor === undefined ? call.query : { ...call.query, cursor };
    return record({ ...call, query }, context) as Promise<ListPage>;
  });
}

/** Remembers the ETag of what it returns, for `ifMatch`. */
function record(call: Call, { transport, dates }: Context): Promise<unknown> {
  return transport.send(call, async (response) => {
    if (response.status === 304) return call.options.ifNoneMatch;
    const body = await readJson(response, call);
    const answer = dates ? withDates(body) : body;
    keepEtag(answer, response);
    return answer;
  });
}

function text(call: Call, { transport }: Context): Promise<string> {
  return transport.send(call, (response) => {
    requireType(response, call);
    return response.text();
  });
}
