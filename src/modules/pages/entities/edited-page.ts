import type { Overrides } from './audience.entity.js';
import type { PageContent } from './page.entity.js';

/** What clients edit: the fields of a page, and those of an audience if it is for one. */
export interface EditedPage {
  page: PageContent;
  overrides?: Overrides;
}
