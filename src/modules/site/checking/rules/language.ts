import { DEFAULT_LANGUAGE, SITE_LANGUAGES } from '../../words/site-languages.js';
import { sameLanguage } from '../../words/language-tags.js';
import type { CheckedPage } from '../checked/checked-page.js';
import type { Facts } from '../checked/facts.js';
import { finding, quoted, type Finding } from './finding.js';

/** The language of the page, or else that of its brand, should be one that the site's own words are in. */
export function languageFindings({ language, brandId }: CheckedPage, { brand }: Facts): Finding[] {
  const [pointer, value] = language.value
    ? [language.pointer, language.value]
    : [brandId.pointer, brand?.language];
  if (!value || sameLanguage(value)) return [];
  const message = `The site's own words, such as those of forms, are in ${DEFAULT_LANGUAGE} on a page in ${quoted(value)}.`;
  const fix = `The site has words in ${SITE_LANGUAGES.join(', ')}. Texts of your own are shown as they are.`;
  return [finding('language_without_words', pointer, message, fix)];
}
