import { termsOf } from './search-terms.js';

/** Maximum length of a question. */
export const MAX_QUESTION_LENGTH = 500;

/** How many different words of a question are searched: the first ones. */
const MAX_WORDS = 20;

/** SQL: the words of the question `$2`, each as a query. They contain no quotes. */
export const askedIn = (language: string): string => `
  asked as materialized (
    select lexeme, format('''%s''', lexeme)::tsquery as query
    from unnest(${termsOf(`left($2, ${MAX_QUESTION_LENGTH})`, language)}) order by positions[1] limit ${MAX_WORDS}
  )`;
