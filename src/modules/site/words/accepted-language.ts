import { LRUCache } from 'lru-cache';
import { sameLanguage } from './language-tags.js';
import { DEFAULT_LANGUAGE, type SiteLanguage } from './site-languages.js';

/** Browsers send shorter headers, with fewer languages. The rest of a longer one is ignored. */
const MAX_LENGTH = 500;
const MAX_LANGUAGES = 20;

/** A language, possibly with subtags, and its weight. */
const RANGE = /^\s*([a-z]{2,3})((?:-[a-z\d]{1,8})*)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/i;

/** Chinese by its script, or else by a region that writes it in traditional letters. `Intl` would take too long. */
const TRADITIONAL = /^zh(-hant\b|(?!-hans\b).*-(tw|hk|mo)\b)/i;

/** By header. Finding a language takes longer than sending a page from memory. */
const chosen = new LRUCache<string, SiteLanguage>({ max: 1000 });

/** The language of the site that a browser prefers, by its `Accept-Language`; English if it lists none of them. */
export function acceptedLanguage(header: string | undefined): SiteLanguage {
  if (header === undefined) return DEFAULT_LANGUAGE;
  const key = header.length > MAX_LENGTH ? header.slice(0, MAX_LENGTH) : header;
  const known = chosen.get(key);
  if (known !== undefined) return known;
  const language = preferredIn(key) ?? DEFAULT_LANGUAGE;
  chosen.set(key, language);
  return language;
}

function preferredIn(header: string): SiteLanguage | undefined {
  const ranges = header
    .split(',', MAX_LANGUAGES)
    .flatMap((range) => rangeOf(range) ?? [])
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  // Traditional Chinese is written otherwise than the site's: any other language of the list is more welcome.
  return (ranges.find(({ isWritten }) => isWritten) ?? ranges[0])?.language;
}

interface Range {
  language: SiteLanguage;
  weight: number;
  /** Whether the site writes the language like this. */
  isWritten: boolean;
}

/** Undefined if the site has no words in the language. */
function rangeOf(text: string): Range | undefined {
  const [, primary, subtags = '', weight = '1'] = RANGE.exec(text) ?? [];
  const language = primary && sameLanguage(primary);
  if (!primary || !language) return undefined;
  return { language, weight: Number(weight), isWritten: !TRADITIONAL.test(primary + subtags) };
}
