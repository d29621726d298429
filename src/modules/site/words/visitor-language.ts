import { FORMS_PATH, QUESTIONS_PATH } from '../../../shared/config/site-address.js';
import { acceptedLanguage } from './accepted-language.js';
import { wordsOfPage, type SiteWords } from './site-words.js';
import { SITE_LANGUAGES, type SiteLanguage } from './site-languages.js';

/** The parts of a request that tell the language of a visitor. */
interface Asked {
  path: string;
  query: Readonly<Record<string, unknown>>;
  headers: { 'accept-language'?: string };
}

/** As a page's or a brand's `language`. */
const LANGUAGE_TAG = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/;

/**
 * The query of the URLs that a page sends forms and questions to, so that the visitor is answered in the language of the
 * page: the language of the page, or else that of its words.
 */
export function languageQuery({ isByVisitor, language, documentLanguage }: SiteWords): string {
  return isByVisitor ? `?words=${language}` : `?language=${documentLanguage}`;
}

/** The words for the sender of a form or a question: those of the page that was opened. */
export function wordsOfSender({ query, headers }: Omit<Asked, 'path'>): SiteWords {
  const { language, words } = query;
  const accepted =
    SITE_LANGUAGES.find((each) => each === words) ?? acceptedLanguage(headers['accept-language']);
  const isTag = typeof language === 'string' && LANGUAGE_TAG.test(language);
  return wordsOfPage(isTag ? language : undefined, accepted);
}

/** The language of the visitor: that of the page that a form or a question comes from, or else that of the browser. */
export function languageOf(req: Asked): SiteLanguage {
  const isFromPage = [FORMS_PATH, QUESTIONS_PATH].some((path) => req.path.startsWith(path));
  return isFromPage ? wordsOfSender(req).language : acceptedLanguage(req.headers['accept-language']);
}
