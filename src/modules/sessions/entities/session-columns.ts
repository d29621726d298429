import { p } from '@mikro-orm/core';
import { columns, type RecordOf, type ValuesOf } from '../../../shared/database/records/column-map.js';
import {
  bigNumber,
  double,
  moment,
  recordColumns,
  timestamps,
} from '../../../shared/database/records/columns.js';
import type { ComputationStatus } from './session.lifecycle.js';

/** Something a visitor did: a question asked, an option chosen, a component used. */
export interface StoredInteraction {
  componentContext: string;
  componentId: string;
  groundingChunkIds: string[];
  label: string;
  options: string[];
  responseText: string;
  /** In milliseconds since 1970. */
  timestamp: number;
}

/** Stored as the client that records the visit gives them. */
export const givenFields = columns({
  pageUrl: p.text().nullable(),
  maxScrollDepthPercentage: double().nullable(),
  utmCampaign: p.text().nullable(),
  utmContent: p.text().nullable(),
  utmMedium: p.text().nullable(),
  utmSource: p.text().nullable(),
  utmTerm: p.text().nullable(),
});

/** The stored fields of a session that its view shows. */
export const sessionFields = columns({
  analyticsSessionId: p.text(),
  pageTitle: p.text().nullable(),
  computationStatus: p.text().$type<ComputationStatus>(),
  formSubmissionId: p.text().nullable(),
  formSubmissionEmail: p.text().nullable(),
  formSubmissionPhone: p.text().nullable(),
  hasConversion: p.boolean(),
  isBounce: p.boolean(),
  questionsAskedCount: bigNumber(),
  totalClicksCount: bigNumber(),
  timeSpentSeconds: double().nullable(),
  sessionStartedAt: moment(),
  sessionEndedAt: moment().nullable(),
  ...givenFields.properties,
});

/** The columns that the view of a session needs. */
export const sessionColumns = columns({
  id: recordColumns.id,
  pageId: p.uuid().nullable(),
  audienceId: p.uuid().nullable(),
  formSubmissionLinkedin: p.text().nullable(),
  ...sessionFields.properties,
});

/** Data of a visit that the site itself recorded. Figures and exports use it. */
const seenFields = columns({
  pageLinkId: p.uuid().nullable(),
  referrer: p.text().nullable(),
  device: p.text().nullable(),
  language: p.text().nullable(),
  /** The version of the rules that the figures follow from. */
  visitRules: p.integer().nullable(),
  computationFailure: p.text().nullable(),
});

/** The values for a visit that a client recorded. */
export const NOT_SEEN: RecordOf<typeof seenFields> = {
  ...{ pageLinkId: null, referrer: null, device: null, language: null },
  ...{ visitRules: null, computationFailure: null },
};

/** All stored columns of a session except the tenant. */
export const storedColumns = columns({
  ...sessionColumns.properties,
  ...seenFields.properties,
  interactions: p.json<readonly StoredInteraction[]>(),
  ...timestamps,
});

export type StoredSession = ValuesOf<typeof storedColumns>;
