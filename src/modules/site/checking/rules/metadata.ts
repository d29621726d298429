import type { CheckedPage } from '../checked/checked-page.js';
import { finding, type Finding } from './finding.js';

/** What search engines, networks and the tabs of browsers show. */
export function metadataFindings({ metadata }: CheckedPage): Finding[] {
  const [title, description] = [metadata('title'), metadata('description')];
  return [
    ...(title.value?.trim()
      ? []
      : [
          finding(
            'missing_title',
            title.pointer,
            'There is no title, so visitors see the name of the page.',
            'State a title for visitors.',
          ),
        ]),
    ...(description.value?.trim()
      ? []
      : [
          finding(
            'missing_description',
            description.pointer,
            'There is no description, so visitors and search engines see the title alone.',
            'Say in one or two sentences what the page offers.',
          ),
        ]),
  ];
}
