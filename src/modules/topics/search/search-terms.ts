/** Text content: versions use it, and visitors find answers in it. */
export const IS_TEXT = `lower(content_type) in ('text', 'markdown')`;

/** The number of searched characters of an entry. The words of any text of this length fit into a tsvector. */
export const SEARCHED_LENGTH = 20_000;

/**
 * Characters between words. PostgreSQL's parser would recognise URLs, paths and addresses, which nobody searches for,
 * and takes seconds for a text such as `_a_a_a_`. With the locale C, it treats symbols beyond ASCII as letters.
 */
const SEPARATORS =
  '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~' + '\u00a0¡¿«»·•…–—‘’‚“”„‹›、。「」！，？：；' + '\u2028\u2029\u200b';

/** SQL: replaces the separators of a text by spaces. */
export function wordsOf(text: string): string {
  const separators = SEPARATORS.replaceAll("'", "''");
  return `translate(left(${text}, ${SEARCHED_LENGTH}), '${separators}', '${' '.repeat(SEPARATORS.length)}')`;
}

/** SQL: the tsvector of a text. The language is a text search configuration of PostgreSQL. */
export function termsOf(text: string, language: string): string {
  return `to_tsvector('${language}', ${wordsOf(text)})`;
}

/** SQL: adds the search column of entries and its index. */
export const addSearchTerms = (language: string): string[] => [
  `alter table topic_entry add column search_terms tsvector
     generated always as (case when ${IS_TEXT} then ${termsOf('content_text', language)} end) stored`,
  `create index topic_entry_search on topic_entry using gin (tenant_id, topic_id, search_terms)
     with (fastupdate = off) where search_terms is not null`,
];
