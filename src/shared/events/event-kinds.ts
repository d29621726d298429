/** Every kind of event there is: those that the interface names, and those that the modules add. */
export const EVENT_KINDS: string[] = [
  'page.version.created',
  'page.version.processed',
  'page.version.published',
  'form.submitted',
  'form.enriched',
  'form.enrichment_failed',
];

/** Filled in place, because the docs hold on to the list before all modules are loaded. */
export function addEventKinds(kinds: readonly string[]): void {
  EVENT_KINDS.push(...kinds.filter((kind) => !EVENT_KINDS.includes(kind)));
}

/** An event that nobody could subscribe to is a mistake of ours. */
export function assertKnownEvent(type: string): void {
  if (EVENT_KINDS.includes(type)) return;
  throw new Error(`The event ${type} is unknown; list it in the events of its module.`);
}
