import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { personNameOf } from '../crm/index.js';
import type { AudienceRecord } from './dto/audience-reads.js';
import { computedNameOf } from './entities/audience-name.js';
import { CONTENT_RULES, type ComposedContent } from './entities/content.js';
import { HIDDEN_BECAUSE, type HiddenReason } from './hidden-audiences.js';
import { indexableOf } from './indexable-audiences.js';
import { millis } from '../../shared/database/driver/sql.js';

export interface PublishedVersion {
  id: string;
  versionNumber: number;
  /** The version of the composing rules that its content was composed by. */
  contentRules: number;
  /** In milliseconds since 1970. */
  changedAt: number;
}

/** The data of an audience that other modules use. */
export interface AudienceSummary {
  id: string;
  pageId: string;
  pageName: string;
  /** The page's own title now. Visitors see that of the published version. */
  pageTitle: string;
  /** The brand that the published version names; that of the page if the version names none. */
  brandId: string;
  /** The current type of the page. Visitors see it if the published version has none. */
  pageType: string;
  /** Null if the audience is visible. */
  hiddenBecause: HiddenReason | null;
  publishedVersion: PublishedVersion;
}

const PAGE_TITLE = `coalesce(nullif(p.metadata->>'title', ''), p.name)`;

const publishedAudience = (id: string): string => `
   from audience a
     join page p on p.tenant_id = $1 and p.id = a.page_id
     join audience_version v on v.tenant_id = $1 and v.audience_id = a.id and v.status = 'published'
   where a.tenant_id = $1 and a.id = ${id}`;

const summaryById = new PreparedRead<AudienceSummary>(
  'audience.summary',
  `select a.id, a.page_id as "pageId", p.name as "pageName", ${PAGE_TITLE} as "pageTitle",
     coalesce(v.brand_id, p.brand_id) as "brandId", p.page_type as "pageType",
     ${HIDDEN_BECAUSE} as "hiddenBecause",
     json_build_object('id', v.id, 'versionNumber', v.version_number, 'contentRules', v.content_rules,
       'changedAt', ${millis('v.updated_at')}) as "publishedVersion"
   ${publishedAudience('$2')}`,
  { isShort: true },
);

/** What a link leads to. */
export interface LinkTarget {
  pageId: string;
  pageName: string;
  hiddenBecause: HiddenReason | null;
  versionId: string;
  versionNumber: number;
}

/**
 * SQL for the target of a link to the audience with an id, to be joined with the link. As columns it costs a fifth less
 * than as JSON. With `offset 0`, the server finds it by this id, whatever the tables had when it made the plan.
 */
export const linkTargetOf = (audienceId: string): string => `lateral (
   select a.page_id as "pageId", p.name as "pageName", ${HIDDEN_BECAUSE} as "hiddenBecause",
     v.id as "versionId", v.version_number::float8 as "versionNumber"
   ${publishedAudience(audienceId)} offset 0)`;

/** Content that visitors see. */
export interface ShownContent extends ComposedContent {
  /** The title of the page without the overrides of the audience. */
  pageTitle: string | null;
  /** The type of the version; that of the page if the version has none. */
  pageType: string;
}

/**
 * If the content has no page title, its title is the page's own if the page has the same title now. Otherwise it may be
 * an override, or the page may have a new title that is not published yet.
 */
const contentOfVersion = new PreparedRead<ShownContent>(
  'audience.shown_content',
  `select v.content, v.text_author as author, coalesce(v.content->>'pageTitle', (
     select v.content->>'title' from audience a join page p on p.tenant_id = $1 and p.id = a.page_id
     where a.tenant_id = $1 and a.id = v.audience_id
       and v.content->>'title' = ${PAGE_TITLE}
   )) as "pageTitle", coalesce(v.content->>'pageType', (
     select p.page_type from audience a join page p on p.tenant_id = $1 and p.id = a.page_id
     where a.tenant_id = $1 and a.id = v.audience_id
   )) as "pageType"
   from audience_version v where v.tenant_id = $1 and v.id = $2 and v.content_rules >= ${CONTENT_RULES}`,
);

const hiddenOf = new PreparedRead<{ id: string; reason: HiddenReason }>(
  'audience.hidden',
  `select a.id, ${HIDDEN_BECAUSE} as reason
   from audience a join page p on p.tenant_id = $1 and p.id = a.page_id
   where a.tenant_id = $1 and a.id = any($2) and ${HIDDEN_BECAUSE} is not null`,
);

const existingOf = new PreparedRead<{ id: string }>(
  'audience.existing',
  'select id from audience where tenant_id = $1 and id = any($2::uuid[])',
);

/** The topics of a version's content; null for all. */
const topicsOfVersion = new PreparedRead<{ topicIds: string[] | null }>(
  'audience.topics_of_version',
  `select content->'topicIds' as "topicIds" from audience_version where tenant_id = $1 and id = $2`,
);

/** The names of audiences and of their persons. */
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

/** Audiences, for other modules. */
@Injectable()
export class AudiencesApi {
  constructor(private readonly reads: PreparedReads) {}

  find(audienceId: string): Promise<AudienceSummary | undefined> {
    return this.reads.one(summaryById, audienceId);
  }

  /** Those of the audiences that exist, archived ones too. */
  async existing(audienceIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.reads.all(existingOf, audienceIds);
    return new Set(rows.map(({ id }) => id));
  }

  /** Publication times of the audiences that search engines may index, by audience id. */
  async indexable(audienceIds: readonly string[]): Promise<Map<string, Date>> {
    const rows = await this.reads.all(indexableOf, audienceIds);
    return new Map(rows.map(({ audienceId, publishedAt }) => [audienceId, new Date(publishedAt)]));
  }

  /** The hidden ones of these audiences, with the reason. */
  async hidden(audienceIds: readonly string[]): Promise<Map<string, HiddenReason>> {
    if (audienceIds.length === 0) return new Map();
    const rows = await this.reads.all(hiddenOf, audienceIds);
    return new Map(rows.map(({ id, reason }) => [id, reason]));
  }

  /** Effective names by audience id. */
  async names(audienceIds: readonly string[]): Promise<Map<string, string>> {
    const audiences = await this.reads.all(namesOf, audienceIds);
    return new Map(
      audiences.map((audience) => [audience.id, audience.customName ?? computedNameOf(audience)]),
    );
  }

  /** The content that visitors see. Undefined if earlier rules composed it. */
  shownContent({ id }: PublishedVersion): Promise<ShownContent | undefined> {
    return this.reads.one(contentOfVersion, id);
  }

  /** The topics that questions of visitors are answered from; undefined: all. */
  async answeringTopics({ id }: PublishedVersion): Promise<string[] | undefined> {
    return (await this.reads.one(topicsOfVersion, id))?.topicIds ?? undefined;
  }
}
