import { PreparedRead } from '../../shared/database/records/prepared-reads.js';
import { IS_TEXT } from './search-terms.js';

/** The content of a topic that a version of a page can use. */
export interface TopicForComposing {
  title: string;
  purpose: string | null;
  /** At least one, in the order of the entries. */
  texts: string[];
}

/** A version uses the first texts, up to these limits. Longer entries are skipped. */
const MAX_TOPICS = 100;
const MAX_TEXTS = 100;
const MAX_TEXT_BYTES = 8192;
const MAX_TOTAL_BYTES = 65_536;

export const topicsForComposing = new PreparedRead<TopicForComposing>(
  'topics.for_composing',
  `with first_texts as (
     select t.id, t.title, t.purpose, t.sort_order as topic_order, e.id as entry_id, e.sort_order, e.content_text
     from (select * from topic where tenant_id = $1 order by sort_order, id limit ${MAX_TOPICS}) t
     cross join lateral (
       select id, sort_order, content_text from topic_entry
       where tenant_id = $1 and topic_id = t.id and ${IS_TEXT}
         and octet_length(content_text) <= ${MAX_TEXT_BYTES} and content_text ~ '[^[:space:]]'
       order by sort_order, id limit ${MAX_TEXTS}
     ) e
     order by t.sort_order, t.id, e.sort_order, e.id limit ${MAX_TEXTS}
   ), counted as (
     select *, sum(octet_length(content_text)) over (
       order by topic_order, id, sort_order, entry_id rows unbounded preceding
     ) as total_bytes
     from first_texts
   )
   select title, purpose, json_agg(content_text order by sort_order, entry_id) as texts
   from counted where total_bytes <= ${MAX_TOTAL_BYTES}
   group by topic_order, id, title, purpose order by topic_order, id`,
);
