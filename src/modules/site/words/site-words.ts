import { directionOf, nearestLanguage, readAlike, UNKNOWN_LANGUAGE } from './language-tags.js';
import { WORDS, type SiteLanguage } from './site-languages.js';
import type { Words } from './words.js';

/** The site's words in a document. */
export interface SiteWords extends Words {
  /** The language of the words. */
  language: SiteLanguage;
  /** The language of the document: that of the texts that others wrote. */
  documentLanguage: string;
  /** Whether the browser of the visitor decided the language of the words, because the page has none. */
  isByVisitor: boolean;
  /** Attributes for elements with the site's words. None where the document has the same language. */
  languageAttributes: LanguageAttributes;
}

export interface LanguageAttributes {
  lang?: SiteLanguage;
  dir?: 'ltr' | 'rtl';
}

/** The words on a page: in its language or its brand's; if it has none, in the language that the visitor accepts. */
export function wordsOfPage(pageLanguage: string | undefined, accepted: SiteLanguage): SiteWords {
  const language = pageLanguage === undefined ? accepted : nearestLanguage(pageLanguage);
  const documentLanguage = pageLanguage ?? UNKNOWN_LANGUAGE;
  const isByVisitor = pageLanguage === undefined;
  return {
    ...WORDS[language],
    language,
    documentLanguage,
    isByVisitor,
    languageAttributes: languageAttributes(language, documentLanguage),
  };
}

/** The words of a document that has nothing else in it. */
export function wordsAlone(language: SiteLanguage): SiteWords {
  return wordsOfPage(language, language);
}

function languageAttributes(language: SiteLanguage, documentLanguage: string): LanguageAttributes {
  if (readAlike(language, documentLanguage)) return {};
  const dir = directionOf(language);
  return { lang: language, dir: dir === directionOf(documentLanguage) ? undefined : dir };
}
