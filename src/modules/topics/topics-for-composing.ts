import { PreparedRead } from '../../shared/database/records/prepared-reads.js';
import { IS_TEXT } from './search/search-terms.js';

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

/** `topics` is SQL: the topics with their `place`. */
const composedOf = (topics: string, columns = 'title, purpose') => `with first_texts as (
     select t.id, t.title, t.purpose, t.place, e.id as entry_id, e.sort_order, e.content_text
     from (${topics}) t
     cross join lateral (
       select id, sort_order, content_text from topic_entry
       where tenant_id = $1 and topic_id = t.id and ${IS_TEXT}
         and octet_length(content_text) <= ${MAX_TEXT_BYTES} and content_text ~ '[^[:space:]]'
       order by sort_order, id limit ${MAX_TEXTS}
     ) e
     order by t.place, e.sort_order, e.id limit ${MAX_TEXTS}
   ), counted as (
     select *, sum(octet_length(content_text)) over (
       order by place, sort_order, entry_id rows unbounded preceding
     ) as total_bytes
     from first_texts
   )
   select ${columns}, json_agg(content_text order by sort_order, entry_id) as texts
   from counted where total_bytes <= ${MAX_TOTAL_BYTES}
   group by place, id, title, purpose order by place`;

const composedFrom = (name: string, topics: string) =>
  new PreparedRead<TopicForComposing>(name, composedOf(topics));

const named = (ids: string) => `
  select topic.id, title, purpose, place
  from unnest(${ids}) with ordinality as named (id, place)
    join topic on topic.tenant_id = $1 and topic.id = named.id`;

export const allTopicsForComposing = composedFrom(
  'topics.all_for_composing',
  `select id, title, purpose, row_number() over (order by sort_order, id) as place
   from topic where tenant_id = $1 order by sort_order, id limit ${MAX_TOPICS}`,
);

/** The topics `$2`, in this order. */
export const topicsForComposing = composedFrom('topics.for_composing', named('$2::uuid[]'));

/** The same for each list of `$2`, a JSON array of arrays. `list` is its position, from 1. */
export const topicListsForComposing = new PreparedRead<TopicForComposing & { list: number }>(
  'topics.lists_for_composing',
  `select lists.list::int, composed.title, composed.purpose, composed.texts
   from json_array_elements($2::json) with ordinality as lists (ids, list)
     cross join lateral (
       ${composedOf(named('array(select json_array_elements_text(lists.ids))::uuid[]'), 'place, title, purpose')}
     ) composed
   order by lists.list, composed.place`,
);
