import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { wireId } from '../../shared/kernel/ids.js';
import { folded } from '../../shared/kernel/texts/search-text.js';
import { slugOf } from '../../shared/kernel/texts/slug.js';
import { PersonErasure, type FoundTraces, type PersonEraser, type PersonTraces } from '../crm/index.js';

const linksOfAudiences = new PreparedRead<{ id: string }>(
  'page_link.of_audiences',
  'select id from page_link where tenant_id = $1 and audience_id = any($2)',
);

/** A path can join the words of a name in any way: `/for/ada-lovelace`, `/AdaLovelace`. */
const JOINED = /[^\p{L}\p{N}]+/gu;
const joined = (text: string) => folded(text).replaceAll(JOINED, '');

/** In the path of a link to the person's own page, the first name alone is a match. */
const linksWithName = new PreparedRead<{ id: string; path: string }>(
  'page_link.with_name',
  `select id, path from (
     select id, path, created_at, audience_id = any($3) as is_own, regexp_replace(lower(path), '%[0-9a-f]{2}|[^a-z0-9\\u0080-\\U0010ffff]', '', 'g') as joined
     from page_link where tenant_id = $1
   ) link
   where joined like any($2) or (is_own and joined like any($4))
   order by created_at, id`,
);

/** Reports paths with the name of an erased person. Other sites link to them, so people decide about changes. */
@Injectable()
export class LinkNameSearch implements OnModuleInit, PersonEraser {
  constructor(
    private readonly erasure: PersonErasure,
    private readonly reads: PreparedReads,
  ) {}

  onModuleInit(): void {
    this.erasure.onErase(this);
  }

  async find(traces: PersonTraces): Promise<FoundTraces> {
    const rows = await this.reads.all(linksOfAudiences, traces.of('audience'));
    return { link: rows.map(({ id }) => id) };
  }

  async erase(traces: PersonTraces) {
    const spellings = [...traces.names, slugOf(traces.name, '')].map(joined);
    const rows = await this.reads.all(
      linksWithName,
      patternsOf(spellings),
      traces.of('audience'),
      patternsOf(traces.words),
    );
    return { linkPathsWithName: rows.map(({ id, path }) => ({ pageLinkId: wireId('link', id), path })) };
  }
}

function patternsOf(texts: readonly string[]): string[] {
  return texts.filter((text) => text !== '').map((text) => `%${text}%`);
}
