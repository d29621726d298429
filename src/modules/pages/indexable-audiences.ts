import { PreparedRead } from '../../shared/database/records/prepared-reads.js';
import { millis } from '../../shared/database/driver/sql.js';
import { CONTENT_RULES } from './entities/content.js';
import { HIDDEN_BECAUSE } from './hidden-audiences.js';

/** The given audiences that search engines may index, with the publication time of their content. */
export const indexableOf = new PreparedRead<{ audienceId: string; publishedAt: number }>(
  'audience.indexable',
  `select a.id as "audienceId", ${millis('v.published_at')} as "publishedAt"
   from audience a
     join page p on p.tenant_id = $1 and p.id = a.page_id
     join audience_version v on v.tenant_id = $1 and v.audience_id = a.id and v.status = 'published'
   where a.tenant_id = $1 and a.id = any($2) and ${HIDDEN_BECAUSE} is null
     and v.content_rules >= ${CONTENT_RULES}
     and not exists (
       select from json_array_elements_text((v.content->'metadata'->'robots')::json) as directive
       where directive ~* '(^|[ ,])(noindex|none)([ ,]|$)'
     )`,
);
