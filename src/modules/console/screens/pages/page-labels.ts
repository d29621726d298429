import type { Labels } from '../../parts/form-state.js';
import { words } from '../../words/english.js';

const { pages } = words;

/** The labels of the fields that every page has. */
export const PAGE_LABELS: Labels = {
  ...{ name: pages.name, pageType: pages.type, brandId: pages.brand, language: pages.language },
  ...{ body: pages.body, pageContext: pages.context },
  'metadata.title': pages.metaTitle,
  'metadata.description': pages.metaDescription,
};
