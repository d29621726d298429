import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { DEFAULT_LANGUAGE } from '../words/site-languages.js';
import { wordsAlone, type SiteWords } from '../words/site-words.js';

/** The site's words in the document that is rendered. */
export const WordsContext = createContext(wordsAlone(DEFAULT_LANGUAGE));

export function useWords(): SiteWords {
  return useContext(WordsContext);
}
