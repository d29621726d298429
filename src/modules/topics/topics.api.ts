import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../shared/database/prepared-reads.js';

/** What a page can say of a topic. */
export interface TopicForComposing {
  title: string;
  purpose: string | null;
  /** In order; never none. */
  texts: string[];
}

/** Kinds of content that can be read as they are. */
const READABLE = `'text', 'markdown'`;

/** A page tells a little of what there is. An entry that is too long for that is passed over. */
const MAX_TOPICS = 100;
const MAX_TEXTS = 100;
const MAX_TEXT_BYTES = 8192;
const MAX_BYTES_TOLD = 65_536;

/** The first ones, in order, for as long as all together are not too much. */
const topicsForComposing = new PreparedRead<TopicForComposing>(
  'topics.to_tell',
  `with first_texts as (
     select t.id, t.title, t.purpose, t.sort_order as topic_place, e.id as entry_id, e.sort_order, e.content_text
     from (select * from topic where tenant_id = $1 order by sort_order, id limit ${MAX_TOPICS}) t
     cross join lateral (
       select id, sort_order, content_text from topic_entry
       where topic_id = t.id and lower(content_type) in (${READABLE})
         and octet_length(content_text) <= ${MAX_TEXT_BYTES} and content_text ~ '[^[:space:]]'
       order by sort_order, id limit ${MAX_TEXTS}
     ) e
     order by t.sort_order, t.id, e.sort_order, e.id limit ${MAX_TEXTS}
   ), told as (
     select *, sum(octet_length(content_text)) over (
       order by topic_place, id, sort_order, entry_id rows unbounded preceding
     ) as bytes
     from first_texts
   )
   select title, purpose, json_agg(content_text order by sort_order, entry_id) as texts
   from told where bytes <= ${MAX_BYTES_TOLD}
   group by topic_place, id, title, purpose order by topic_place, id`,
);

/** Topics, for other modules. */
@Injectable()
export class TopicsApi {
  constructor(private readonly reads: PreparedReads) {}

  /** What pages of the tenant can draw on: topics that have something to say, in order. */
  forComposing(): Promise<TopicForComposing[]> {
    return this.reads.all(topicsForComposing);
  }
}
