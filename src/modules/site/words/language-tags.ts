import { DEFAULT_LANGUAGE, SITE_LANGUAGES, type SiteLanguage } from './site-languages.js';

/** The language of a text, if nobody has stated it. */
export const UNKNOWN_LANGUAGE = 'und';

/** The language of the site's words that a reader of another language is most likely to understand. */
export function nearestLanguage(tag: string): SiteLanguage {
  return sameLanguage(tag) ?? DEFAULT_LANGUAGE;
}

/** The site's language with the same primary subtag. A region or a script makes no difference. */
export function sameLanguage(tag: string): SiteLanguage | undefined {
  return BY_PRIMARY.get(primaryOf(tag));
}

const BY_PRIMARY = new Map(SITE_LANGUAGES.map((language) => [primaryOf(language), language]));

/** Whether texts in these languages are read alike: a region makes no difference, but a script does. */
export function readAlike(one: string, other: string): boolean {
  const [first, second] = [new Intl.Locale(one), new Intl.Locale(other)];
  return first.language === second.language && first.maximize().script === second.maximize().script;
}

/** The writing direction of a language. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  const { direction } = (new Intl.Locale(language) as unknown as TextLocale).getTextInfo();
  return direction === 'rtl' ? 'rtl' : 'ltr';
}

/** Not in TypeScript's library yet. */
interface TextLocale {
  getTextInfo(): { direction?: string };
}

function primaryOf(tag: string): string {
  return tag.split('-', 1)[0]!.toLowerCase();
}
