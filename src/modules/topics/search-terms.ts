/** Content that is plain text, which versions draw on and visitors find answers in. */
export const IS_TEXT = `lower(content_type) in ('text', 'markdown')`;

/** What is searched of an entry, in characters. The words of so much text fit into a tsvector, whatever it is. */
export const SEARCHED_LENGTH = 20_000;

/**
 * Between words. The server's parser would make URLs, paths and addresses of some of it, which nobody asks for, and takes
 * seconds for a text such as `_a_a_a_`. Where its locale is C, it takes signs beyond ASCII for letters.
 */
const SEPARATORS =
  '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~' + '\u00a0¡¿«»·•…–—‘’‚“”„‹›、。「」！，？：；' + '\u2028\u2029\u200b';

/** SQL: a text with spaces between its words. */
export function wordsOf(text: string): string {
  const separators = SEPARATORS.replaceAll("'", "''");
  return `translate(left(${text}, ${SEARCHED_LENGTH}), '${separators}', '${' '.repeat(SEPARATORS.length)}')`;
}

/** SQL: a text as PostgreSQL searches it. The language is one of its text search configurations. */
export function termsOf(text: string, language: string): string {
  return `to_tsvector('${language}', ${wordsOf(text)})`;
}

/** SQL: gives entries the column in which they are searched, and its index. */
export const addSearchTerms = (language: string): string[] => [
  `alter table topic_entry add column search_terms tsvector
     generated always as (case when ${IS_TEXT} then ${termsOf('content_text', language)} end) stored`,
  `create index topic_entry_search on topic_entry using gin (tenant_id, search_terms)
     with (fastupdate = off) where search_terms is not null`,
];
