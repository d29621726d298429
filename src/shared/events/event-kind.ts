import type { Type } from '@nestjs/common';
import type { Actor } from '../kernel/actor.js';

/** A kind of event: what it reports, and with which details. */
export interface EventKind {
  /** One line that helps to decide whether to subscribe. */
  about: string;
  /** The details in addition to `type`, for the docs and the compiler. */
  payload: Type<object>;
  /** The detail that names the record whose events stay in order: the record that is locked while it changes. */
  resource: string;
  /** The detail that names the changed record, if that is not the resource but belongs to it. */
  record?: string;
  /** Who leaves an audit entry with it; everybody if not given. */
  auditedOf?: readonly Actor['type'][];
  /** For a kind that the contract names: listed before all others. */
  inContract?: true;
}

export type EventKinds = Readonly<Record<string, EventKind>>;

/**
 * What the modules declare, each under its own name:
 * `declare module './event-kind.js' { interface DeclaredEvents { topics: typeof topicEvents } }`.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the modules fill it
export interface DeclaredEvents {}

/** An event as its kind requires it. */
export type EventInput = EventInputOf<DeclaredEvents[keyof DeclaredEvents]>;

type EventInputOf<Kinds> = Kinds extends EventKinds
  ? { [Kind in keyof Kinds]: { type: Kind } & InstanceType<Kinds[Kind]['payload']> }[keyof Kinds]
  : never;

interface KindOf<Payload extends object> extends EventKind {
  payload: Type<Payload>;
  resource: TextIn<NoInfer<Payload>>;
  record?: TextIn<NoInfer<Payload>>;
}

/** The details that always have a value. */
type TextIn<Payload> = {
  [Name in keyof Payload]: Payload[Name] extends string ? Name : never;
}[keyof Payload] &
  string;

/** The kinds of events that a module records. */
export function defineEvents<Payloads extends Record<string, object>>(kinds: {
  [Kind in keyof Payloads]: KindOf<Payloads[Kind]>;
}): typeof kinds {
  return kinds;
}
