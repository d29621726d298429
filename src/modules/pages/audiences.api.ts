import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { personNameOf } from '../crm/index.js';
import { computedNameOf, type AudienceRecord } from './dto/audience-reads.js';
import { CONTENT_RULES, type Content } from './entities/content.js';
import { millis } from '../../shared/database/driver/sql.js';

export interface PublishedVersion {
  id: string;
  versionNumber: number;
  /** The number of the rules by which its content was composed. */
  contentRules: number;
  /** In milliseconds since 1970. */
  changedAt: number;
}

/** Why visitors are not shown an audience. */
export type HiddenReason = 'page_deleted' | 'page_archived' | 'audience_archived';

/** What other modules may know of an audience. */
export interface AudienceSummary {
  id: string;
  pageId: string;
  pageName: string;
  /** Null where visitors are shown it. */
  hiddenBecause: HiddenReason | null;
  publishedVersion: PublishedVersion;
}

/** The one place that decides it; the first reason that applies is the one that is told. */
const HIDDEN_BECAUSE = `case
  when p.deleted_at is not null then 'page_deleted'
  when p.archived_at is not null then 'page_archived'
  when a.archived_at is not null then 'audience_archived' end`;

const summaryOf = (id: string): string => `
   select a.id, a.page_id as "pageId", p.name as "pageName", ${HIDDEN_BECAUSE} as "hiddenBecause",
          json_build_object('id', v.id, 'versionNumber', v.version_number, 'contentRules', v.content_rules,
            'changedAt', ${millis('v.updated_at')}) as "publishedVersion"
   from audience a
     join page p on p.tenant_id = $1 and p.id = a.page_id
     join audience_version v on v.tenant_id = $1 and v.audience_id = a.id and v.status = 'published'
   where a.tenant_id = $1 and a.id = ${id}`;

/** SQL for the summary of the audience with an id, as JSON: other modules read it with their own rows. */
export const audienceSummaryOf = (id: string): string =>
  `(select row_to_json(summary) from (${summaryOf(id)}) summary)`;

const summaryById = new PreparedRead<AudienceSummary>('audience.summary', summaryOf('$2'), { isShort: true });

const contentOfVersion = new PreparedRead<{ content: Content }>(
  'audience.shown_content',
  `select content from audience_version
   where tenant_id = $1 and id = $2 and content_rules >= ${CONTENT_RULES}`,
);

/** Those of these audiences that search engines may show, with the moment at which they became what they are. */
const indexableOf = new PreparedRead<{ audienceId: string; publishedAt: number }>(
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

/** What they are called, and of whom. */
const namesOf = new PreparedRead<NamedAudience>(
  'audience.names',
  `select a.id, a.custom_name as "customName", ${personNameOf('a.person_id')} as person, p.name as "pageName", a.number::float8
   from audience a join page p on p.tenant_id = $1 and p.id = a.page_id where a.tenant_id = $1 and a.id = any($2)`,
);

interface NamedAudience {
  id: string;
  customName: string | null;
  person: AudienceRecord['person'];
  pageName: string;
  number: number;
}

/** How other modules ask about audiences. */
@Injectable()
export class AudiencesApi {
  constructor(private readonly reads: PreparedReads) {}

  find(audienceId: string): Promise<AudienceSummary | undefined> {
    return this.reads.one(summaryById, audienceId);
  }

  /** By audience, the moment at which what may be found by search engines was published. */
  async indexable(audienceIds: readonly string[]): Promise<Map<string, Date>> {
    const rows = await this.reads.all(indexableOf, audienceIds);
    return new Map(rows.map(({ audienceId, publishedAt }) => [audienceId, new Date(publishedAt)]));
  }

  /** By audience, the name that its view has. */
  async names(audienceIds: readonly string[]): Promise<Map<string, string>> {
    const audiences = await this.reads.all(namesOf, audienceIds);
    return new Map(
      audiences.map((audience) => [audience.id, audience.customName ?? computedNameOf(audience)]),
    );
  }

  /** What visitors are shown. Undefined where it was composed by earlier rules. */
  async shownContent({ id }: PublishedVersion): Promise<Content | undefined> {
    return (await this.reads.one(contentOfVersion, id))?.content;
  }
}
