import { callFollowup } from './call-followup.js';
import { custom } from './custom.js';
import { inbound } from './inbound.js';
import type { Layout } from './layout.js';
import { outbound } from './outbound.js';
import { salesDeck } from './sales-deck.js';

/** By page type. */
const LAYOUTS = new Map<string | undefined, Layout>([
  ['inbound', inbound],
  ['outbound', outbound],
  ['call_followup', callFollowup],
  ['sales_deck', salesDeck],
  ['custom', custom],
]);

/** A page of an unknown type looks like one of type `custom`. */
export function layoutOf(pageType: string | undefined): Layout {
  return LAYOUTS.get(pageType) ?? custom;
}
