import { MAX_PARTS } from '../../rendering/part-limits.js';
import type { CheckedPage } from '../checked/checked-page.js';
import { finding, type Finding } from './finding.js';

const NAMES: Record<keyof typeof MAX_PARTS, string> = {
  actions: 'actions',
  widgets: 'widgets',
  logos: 'logos',
  footerGroups: 'groups of footer links',
  footerLinks: 'footer links',
  scripts: 'enabled scripts',
};

/** Parts that visitors do not get, because the page has too many of them. Each finding is at the first one. */
export function limitFindings({ limited }: CheckedPage): Finding[] {
  return (Object.keys(NAMES) as (keyof typeof MAX_PARTS)[]).flatMap((kind) => {
    const places = limited[kind];
    const most = MAX_PARTS[kind];
    const first = places[most];
    if (first === undefined) return [];
    const message = `The page has ${places.length} ${NAMES[kind]}, and the site shows the first ${most} of them.`;
    return [finding('too_many_parts', first, message, 'Remove those that visitors do not need.')];
  });
}
