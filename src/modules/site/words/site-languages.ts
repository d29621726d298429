import { ar } from './ar.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { it } from './it.js';
import { ja } from './ja.js';
import { nl } from './nl.js';
import { pt } from './pt.js';
import type { Words } from './words.js';
import { zhHans } from './zh-hans.js';

export const WORDS = {
  ...{ en, de, fr, es, it, pt, nl, ar, ja },
  'zh-Hans': zhHans,
} as const satisfies Record<string, Words>;

/** A language that the site has words in, as a language tag. */
export type SiteLanguage = keyof typeof WORDS;

export const SITE_LANGUAGES = Object.keys(WORDS) as SiteLanguage[];

export const DEFAULT_LANGUAGE: SiteLanguage = 'en';
