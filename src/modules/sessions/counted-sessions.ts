import { columns, type RecordOf, type ValuesOf } from '../../shared/database/records/column-map.js';
import { isSample } from '../../shared/kernel/example-ids.js';
import { storedColumns } from './entities/session-columns.js';

const { properties } = storedColumns;

/** The columns from which the figures of a session follow. */
export const countedColumns = columns({
  sessionStartedAt: properties.sessionStartedAt,
  timeSpentSeconds: properties.timeSpentSeconds,
  isBounce: properties.isBounce,
  hasConversion: properties.hasConversion,
  questionsAskedCount: properties.questionsAskedCount,
  pageId: properties.pageId,
  audienceId: properties.audienceId,
  pageLinkId: properties.pageLinkId,
  utmSource: properties.utmSource,
  utmMedium: properties.utmMedium,
  utmCampaign: properties.utmCampaign,
  referrer: properties.referrer,
  device: properties.device,
  interactions: properties.interactions,
  visitRules: properties.visitRules,
});

export type CountedSession = ValuesOf<typeof countedColumns>;

export type CountedSessionRow = RecordOf<typeof countedColumns>;

/**
 * For `select`: the columns from which the figures of a session follow. Only questions need the interactions, which are
 * large: without questions, the server does not read them.
 */
export function countedSelect(alias: string, { withQuestions }: { withQuestions: boolean }): string {
  const interactions = withQuestions ? `${alias}.interactions` : `'[]'::jsonb`;
  return `${countedColumns.without('interactions').select(alias)}, ${interactions} as interactions`;
}

/** SQL condition: whether a session counts in figures. No computation created the samples, so they do not count. */
export function isCounted(alias: string): string {
  return `${alias}.computation_status = 'completed' and not (${isSample(`${alias}.id`)})`;
}
