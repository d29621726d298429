import type { EventKind, EventKinds } from './event-kind.js';

/** The names of all kinds: those that the interface names come first, then those that the modules add. */
export const EVENT_KINDS: string[] = [
  'page.version.created',
  'page.version.processed',
  'page.version.published',
  'form.submitted',
  'form.enriched',
  'form.enrichment_failed',
];

const declared = new Map<string, EventKind>();

/** Filled in place, because the docs hold on to the list before all modules are loaded. */
export function addEventKinds(kinds: EventKinds): void {
  for (const [name, kind] of Object.entries(kinds)) {
    if (declared.has(name)) throw new Error(`The event ${name} is declared twice.`);
    declared.set(name, kind);
    if (!EVENT_KINDS.includes(name)) EVENT_KINDS.push(name);
  }
}

/** An event that nobody could subscribe to is a mistake of ours. */
export function eventKind(name: string): EventKind {
  const kind = declared.get(name);
  if (!kind) throw new Error(`The event ${name} is unknown; declare it in the events of its module.`);
  return kind;
}

/** The record that an event is about; events of one record are told in the order in which they happened. */
export function resourceOf(type: string, details: object): string {
  const name = eventKind(type).resource;
  const resource = (details as Record<string, unknown>)[name];
  if (typeof resource !== 'string') throw new Error(`The event ${type} must have a ${name}.`);
  return resource;
}
