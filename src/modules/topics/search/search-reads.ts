import { PreparedRead } from '../../../shared/database/records/prepared-reads.js';
import { askedIn } from './question-words.js';
import { SEARCHED_LENGTH, termsOf, wordsOf } from './search-terms.js';

/** Limits: entries found per word, and matches compared. */
const MAX_ENTRIES_WITH_WORD = 2000;
const MAX_MATCHES = 30;

const ANY_ASKED = `(select string_agg(query::text, ' | ')::tsquery from asked)`;

/** How an entry matches a question. */
export interface Match {
  entryId: string;
  /** How many different words the question has, without stop words. */
  asked: number;
  /** How many of them occur in the entry or in the title of its topic. */
  found: number;
  /** Words that few entries contain weigh more. */
  weight: number;
  /** How often the words occur and how close together, by PostgreSQL's `ts_rank`. */
  rank: number;
}

/** The index finds entries word by word. Only those with the most and rarest words are read and compared. */
export const matchesIn = (language: string): PreparedRead<Match> =>
  searchRead(
    'topics.search',
    language,
    `asked cross join lateral (
       select id from topic_entry
       where tenant_id = $1 and search_terms @@ asked.query
       limit ${MAX_ENTRIES_WITH_WORD}
     ) e`,
  );

/** The same in the topics `$3`. The index has the topic, too. */
export const matchesInTopics = (language: string): PreparedRead<Match> =>
  searchRead(
    'topics.search_in_topics',
    language,
    `asked cross join lateral (
       select found.id from unnest($3::uuid[]) as topic cross join lateral (
         select id from topic_entry
         where tenant_id = $1 and topic_id = topic and search_terms @@ asked.query
       ) found
       limit ${MAX_ENTRIES_WITH_WORD}
     ) e`,
  );

/** `entries` is SQL: the entries with each asked word. */
const searchRead = (name: string, language: string, entries: string): PreparedRead<Match> =>
  new PreparedRead(
    name,
    `with ${askedIn(language)}, with_word as (
       select e.id, 1 / (1 + ln(count(*) over (partition by asked.lexeme))) as weight
       from ${entries}
     ), candidate as materialized (
       select id, sum(weight) as weight from with_word group by id order by weight desc, id limit ${MAX_MATCHES}
     )
     select e.id as "entryId", candidate.weight, (select count(*) from asked)::int as asked,
       (select count(*) from asked where terms @@ asked.query)::int as found,
       ts_rank(terms, ${ANY_ASKED}, 1) as rank
     from candidate
       join topic_entry e on e.tenant_id = $1 and e.id = candidate.id
       join topic t on t.tenant_id = $1 and t.id = e.topic_id
       cross join lateral (
         select e.search_terms || ${termsOf('t.title', language)} as terms offset 0
       ) searched`,
  );

export interface MatchedText {
  entryId: string;
  topicId: string;
  topicTitle: string;
  contentType: string;
  /** The part of the text that is searched. */
  text: string;
  /** The words of the entry that match the question, in any inflection. */
  words: string[];
}

export const matchedTextsIn = (language: string): PreparedRead<MatchedText> =>
  new PreparedRead(
    'topics.matched_texts',
    `with ${askedIn(language)}
     select e.id as "entryId", t.id as "topicId", t.title as "topicTitle", e.content_type as "contentType",
       left(e.content_text, ${SEARCHED_LENGTH}) as text,
       array(
         select token from (select distinct token from ts_parse('default', ${wordsOf('e.content_text')})) tokens
         where to_tsvector('${language}', token) @@ ${ANY_ASKED}
       ) as words
     from topic_entry e join topic t on t.tenant_id = $1 and t.id = e.topic_id
     where e.tenant_id = $1 and e.id = any ($3) and e.search_terms is not null`,
  );
