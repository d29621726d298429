import { assertNoneTwice } from '../kernel/module-fault.js';
import type { EventKind, EventKinds } from './event-kind.js';

/**
 * Every kind of event that the modules declare. Validates subscriptions, is printed in the docs, and is consulted for
 * each event.
 */
export class EventCatalog {
  /** In the order of the docs: first the kinds that the contract names, then all others as the modules declare them. */
  readonly names: readonly string[];
  private readonly kinds: ReadonlyMap<string, EventKind>;

  constructor(stated: readonly EventKinds[]) {
    const all = stated.flatMap((kinds) => Object.entries(kinds));
    assertNoneTwice(
      'event',
      all.map(([name]) => name),
    );
    const ordered = [...all.filter(([, { inContract }]) => inContract), ...all];
    this.kinds = new Map(ordered);
    this.names = [...this.kinds.keys()];
  }

  has(name: string): boolean {
    return this.kinds.has(name);
  }

  /** An event of an unknown kind is a programming error: nobody could subscribe to it. */
  kind(name: string): EventKind {
    const kind = this.kinds.get(name);
    if (!kind) throw new Error(`The event ${name} is unknown; declare it in the events of its module.`);
    return kind;
  }

  /** The record that an event is about; events of one record are delivered in the order in which they happened. */
  resourceOf(type: string, details: object): string {
    return detailOf(type, details, this.kind(type).resource);
  }

  /** The changed record: the resource, or a record that belongs to it. */
  recordOf(type: string, details: object): string {
    const { record, resource } = this.kind(type);
    return detailOf(type, details, record ?? resource);
  }
}

function detailOf(type: string, details: object, name: string): string {
  const detail = (details as Record<string, unknown>)[name];
  if (typeof detail !== 'string') throw new Error(`The event ${type} must have a ${name}.`);
  return detail;
}
