import type { ShowcasePerson } from '../../crm/index.js';
import { callFollowup } from './call-followup.js';
import { custom } from './custom.js';
import { inbound } from './inbound.js';
import { outbound } from './outbound.js';
import type { ShowcaseContent } from './parts.js';
import { salesDeck } from './sales-deck.js';

interface ShowcasePage {
  /** Of the page, its audience, its version and its link: after those of the samples. */
  number: number;
  /** On the site's own address. */
  path: string;
  content: ShowcaseContent;
  /** For whom it is. */
  person?: ShowcasePerson;
}

/** A finished page of each type. */
export const SHOWCASE_PAGES: readonly [ShowcasePage, ...ShowcasePage[]] = [
  { number: 6, path: '/acme/inbound', content: inbound },
  { number: 7, path: '/acme/outbound', content: outbound, person: 'katrin' },
  { number: 8, path: '/acme/call-followup', content: callFollowup, person: 'grace' },
  { number: 9, path: '/acme/sales-deck', content: salesDeck },
  { number: 10, path: '/acme/custom', content: custom, person: 'yusuf' },
];
