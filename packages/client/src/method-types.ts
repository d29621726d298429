import type { EventStream, StreamOptions } from './event-stream.js';
import type { Export } from './export.js';
import type { Operations } from './generated/operations.js';
import type { AudienceSession, AudienceVersion, Interaction, ReceivedForm } from './generated/types.gen.js';
import type { List, ListPage } from './list.js';
import type { Dated } from './times.js';
import type { CallOptions } from './transport.js';
import type { AssetUpload } from './upload.js';
import type { WaitOptions } from './wait-until-published.js';

export interface ReadOptions extends CallOptions {
  /** A record that was read before: if it has not changed, it is returned again. */
  ifNoneMatch?: object;
}

export interface PostOptions extends CallOptions {
  /** Made for each call, if not given. A call with the same key has an effect once, and the same answer again. */
  idempotencyKey?: string;
}

export interface ChangeOptions extends CallOptions {
  /** The record as it was read, or its ETag: fails with 412 if it has changed since. */
  ifMatch?: object | string;
}

/** The methods of resources.ts with their types. */
export type Client<Resource, Dates extends boolean> = {
  readonly [Name in keyof Resource]: Resource[Name] extends string
    ? Method<Resource[Name], Dates>
    : Client<Resource[Name], Dates>;
};

type Method<Call extends string, Dates extends boolean> = Call extends `LIST ${string}`
  ? (...input: Input<Call, 'GET', ReadOptions>) => ListOf<Answer<Call, 'GET', Dates>>
  : Call extends `GET ${string}`
    ? (...input: Input<Call, 'GET', ReadOptions>) => Promise<Answer<Call, 'GET', Dates>>
    : Call extends `${'TEXT' | 'CHART'} ${string}`
      ? (...input: Input<Call, 'GET', CallOptions>) => Promise<string>
      : Call extends `EXPORT ${string}`
        ? (...input: Input<Call, 'GET', CallOptions>) => Export<Dated<Line<Call>, Dates>>
        : Call extends `${'POST' | 'DO'} ${string}`
          ? (...input: Input<Call, 'POST', PostOptionsOf<Call>>) => Promise<Answer<Call, 'POST', Dates>>
          : Call extends `UPLOAD ${string}`
            ? (body: AssetUpload, options?: PostOptions) => Promise<Answer<Call, 'POST', Dates>>
            : Call extends `${infer Verb extends 'PUT' | 'PATCH' | 'DELETE'} ${string}`
              ? (...input: Input<Call, Verb, ChangeOptions>) => Promise<Answer<Call, Verb, Dates>>
              : Call extends `STREAM ${string}`
                ? (...input: Input<Call, 'GET', StreamOptions>) => EventStream<Dates>
                : Call extends `PUBLISHED ${string}`
                  ? (...input: Input<Call, 'GET', WaitOptions>) => Promise<Dated<AudienceVersion, Dates>>
                  : never;

/** Few POSTs depend on the state of a record. */
type PostOptionsOf<Call extends string> = 'precondition_failed' extends Of<Call, 'POST'>['codes']
  ? PostOptions & ChangeOptions
  : PostOptions;

/** Ids, body, query and options, as far as the operation has them. */
type Input<Call extends string, Verb extends string, Options> = [
  ...Of<Call, Verb>['ids'],
  ...(Call extends `DO ${string}` ? [] : BodyInput<Of<Call, Verb>['body']>),
  ...(Call extends `${string}?` ? QueryInput<NonNullable<Of<Call, Verb>['query']>> : []),
  options?: Options,
];

type BodyInput<Body> = [Body] extends [undefined]
  ? []
  : NonNullable<unknown> extends Body
    ? [body?: Body]
    : [body: Body];
type QueryInput<Query> = NonNullable<unknown> extends Query ? [query?: Query] : [query: Query];

type Of<Call extends string, Verb extends string> = Operations[`${Verb} ${PathOf<Call>}` & keyof Operations];
type PathOf<Call> = Call extends `${string} ${infer Path}?`
  ? Path
  : Call extends `${string} ${infer Path}`
    ? Path
    : never;

type Answer<Call extends string, Verb extends string, Dates extends boolean> = Dated<
  Of<Call, Verb>['answer'],
  Dates
>;
type ListOf<Page> = Page extends ListPage ? List<Page> : never;

/** The document describes exports as text. */
interface Lines {
  '/v0/exports/audience_sessions': AudienceSession & {
    interactions: Interaction[] | null;
    [further: string]: unknown;
  };
  '/v0/exports/visit_events': Record<string, unknown>;
  '/v0/form_submissions/export': ReceivedForm;
}
type Line<Call> = Lines[PathOf<Call> & keyof Lines];
