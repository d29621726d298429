import { COUNTED_UP_TO } from '../../../shared/database/lists/total-count.js';
import type { RecordOf } from '../../../shared/database/records/column-map.js';
import { ListRead } from '../../../shared/database/lists/list-read.js';
import { PreparedRead } from '../../../shared/database/records/prepared-reads.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { wireTime } from '../../../shared/kernel/wire-time.js';
import { submissionColumns, type FormSender } from '../entities/submission.entity.js';
import type { SenderView, SubmissionView } from './submissions.dto.js';

/** The source of a view: entities and rows both have this shape. */
export type SubmissionRecord = RecordOf<typeof submissionColumns>;

const SUBMISSION = submissionColumns.select('s');

export const submissionById = new PreparedRead<SubmissionRecord>(
  'form_submission.by_id',
  `select ${SUBMISSION} from form_submission s where s.tenant_id = $1 and s.id = $2`,
  { isShort: true },
);

export const submissionList = new ListRead<SubmissionRecord>('form_submissions', {
  columns: SUBMISSION,
  bytes: submissionColumns.bytes('s'),
  from: 'form_submission s',
  alias: 's',
  order: { 's.created_at': 'timestamptz', 's.id': 'uuid' },
  direction: 'desc',
  countUpTo: COUNTED_UP_TO,
  filters: { formId: 's.form_id = ?', personId: 's.person_id = ?', status: 's.status = ?' },
  indexed: ['formId', 'personId'],
  selective: ['personId'],
});

/** A submission with the same content from the same visit, since a given time. */
export const earlierSubmission = new PreparedRead<{ id: string }>(
  'form_submission.earlier',
  `select id from form_submission
   where tenant_id = $1 and visit = $2 and content_hash = $3 and form_id is not distinct from $4 and created_at > $5
   order by created_at limit 1`,
);

export function submissionView(submission: SubmissionRecord): SubmissionView {
  const { id, formId, pageId, audienceId, pageLinkId, personId, createdAt } = submission;
  return {
    formSubmissionId: wireId('submission', id),
    formId: formId ? wireId('form', formId) : null,
    pageId: wireId('page', pageId),
    audienceId: wireId('audience', audienceId),
    pageLinkId: wireId('link', pageLinkId),
    analyticsSessionId: submission.analyticsSessionId,
    personId: personId ? wireId('person', personId) : null,
    answers: submission.answers,
    status: submission.status,
    failure: submission.failure ?? null,
    sender: submission.sender ? senderView(submission.sender) : null,
    createdAt: wireTime(createdAt),
  };
}

export function senderView({ accountId, ...told }: FormSender): SenderView {
  return { accountId: accountId === null ? null : wireId('account', accountId), ...told };
}
