import { p } from '@mikro-orm/core';
import { columns, type RecordOf, type ValuesOf } from '../../../shared/database/records/column-map.js';
import {
  bigNumber,
  double,
  moment,
  recordColumns,
  timestamps,
} from '../../../shared/database/records/columns.js';
import { derived } from '../../../shared/database/records/derived.js';
import { notPersonal, personal } from '../../../shared/database/records/personal.js';
import { PersonalTable } from '../../../shared/database/records/personal-table.js';
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

/** Figures count it, so it stays in the session of an erased person unless it names the person. */
const countedText = () => personal(p.text().nullable(), { keptUnlessNamed: true });

/** Stored as the client that records the visit gives them. */
export const givenFields = columns({
  pageUrl: personal(p.text().nullable()),
  maxScrollDepthPercentage: double().nullable(),
  utmCampaign: countedText(),
  utmContent: countedText(),
  utmMedium: countedText(),
  utmSource: countedText(),
  utmTerm: countedText(),
});

/** The stored fields of a session that its view shows. */
export const sessionFields = columns({
  analyticsSessionId: personal(p.text(), {
    identifies: 'id',
    erasedTo: `case when analytics_session_id ~ '^visit_[0-9a-z]{26}$' then analytics_session_id else 'erased-' || id end`,
  }),
  pageTitle: countedText(),
  computationStatus: notPersonal(p.text().$type<ComputationStatus>()),
  formSubmissionId: personal(p.text().nullable(), {
    identifies: 'id',
    erasedTo: `case when form_submission_id is not null then 'erased' end`,
  }),
  formSubmissionEmail: personal(p.text().nullable(), { identifies: 'email' }),
  formSubmissionPhone: personal(p.text().nullable(), { identifies: 'phone' }),
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
  formSubmissionLinkedin: personal(p.text().nullable(), { identifies: 'profile' }),
  ...sessionFields.properties,
});

/** Data of a visit that the site itself recorded. Figures and exports use it. */
const seenFields = columns({
  pageLinkId: p.uuid().nullable(),
  referrer: personal(p.text().nullable()),
  device: notPersonal(p.text().nullable()),
  language: countedText(),
  /** The version of the rules that the figures follow from. */
  visitRules: derived(p.integer().nullable()),
  computationFailure: notPersonal(p.text().nullable()),
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
  interactions: personal(p.json<readonly StoredInteraction[]>()),
  ...timestamps,
});

export type StoredSession = ValuesOf<typeof storedColumns>;

export const sessionTable = new PersonalTable('audience_session', storedColumns, { whenMentioned: 'module' });
