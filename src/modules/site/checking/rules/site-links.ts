import type { CheckedPage } from '../checked/checked-page.js';
import type { Facts } from '../checked/facts.js';
import { finding, quoted, type Finding } from './finding.js';
import { linkedUrls } from './urls.js';

/** Links to the tenant's own site that show a notice instead of a page. */
export function siteLinkFindings(page: CheckedPage, { targets }: Facts): Finding[] {
  return linkedUrls(page).flatMap(({ pointer, value }) => {
    const target = targets.get(value);
    if (target === 'nothing') {
      const message = `There is no page at ${quoted(value)}.`;
      const fix = value.trim().startsWith('/')
        ? 'State the absolute URL of a page link: a path alone leads to the host that shows the page.'
        : 'Create a page link with this path, or state the URL of another one.';
      return [finding('link_leads_nowhere', pointer, message, fix)];
    }
    if (target !== 'hidden page') return [];
    const message = `The page at ${quoted(value)} is archived or deleted, so visitors can't open it.`;
    return [
      finding(
        'link_to_hidden_page',
        pointer,
        message,
        'Restore that page or audience, or state another URL.',
      ),
    ];
  });
}
