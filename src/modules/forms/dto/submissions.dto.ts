import { ApiSchema } from '@nestjs/swagger';
import { FreeObject, Nested, OneOf, RecordId, Text, Time } from '../../../shared/fields/fields.js';
import { QueryId } from '../../../shared/fields/query-fields.js';
import { ListQuery, ListView } from '../../../shared/fields/list.dto.js';
import type { Answers } from '../entities/submission.entity.js';
import { SUBMISSION_STATUSES, type SubmissionStatus } from '../entities/submission.lifecycle.js';

export class SubmissionsOfFormQuery extends ListQuery {
  @OneOf(SUBMISSION_STATUSES, { title: 'FormSubmissionStatus', optional: true })
  status?: SubmissionStatus;
}

export class SubmissionsQuery extends SubmissionsOfFormQuery {
  @QueryId('form', { about: 'Only submissions of this form.' })
  formId?: string;

  @QueryId('person', { about: 'Only submissions of this person.' })
  personId?: string;
}

const EXPORT_FORMATS = ['ndjson', 'csv'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export class SubmissionsExportQuery {
  @QueryId('form', { about: 'Only submissions of this form.' })
  formId?: string;

  @OneOf(EXPORT_FORMATS, {
    ...{ title: 'ExportFormat', optional: true, example: 'csv' },
    about: '`ndjson` (the default) has one JSON document per line, `csv` is a table.',
  })
  format: ExportFormat = 'ndjson';
}

/** As the operator's service reports, otherwise as the person is known. */
@ApiSchema({ name: 'FormSender' })
export class SenderView {
  @RecordId('account', { nullable: true, about: 'The company of the person.' })
  accountId!: string | null;

  @Text({ nullable: true, example: 'Jane Doe' })
  name!: string | null;

  @Text({ nullable: true, example: 'Example' })
  company!: string | null;

  @Text({
    nullable: true,
    about: 'The URL of a LinkedIn profile.',
    example: 'https://www.linkedin.com/in/jane-doe',
  })
  profile!: string | null;
}

@ApiSchema({ name: 'ReceivedForm' })
export class SubmissionView {
  @RecordId('submission')
  formSubmissionId!: string;

  @RecordId('form', {
    nullable: true,
    about: 'Null for the built-in form, which asks only for an email address.',
  })
  formId!: string | null;

  @RecordId('page')
  pageId!: string;

  @RecordId('audience')
  audienceId!: string;

  @RecordId('link', { about: 'The link of the page that the form was sent from.' })
  pageLinkId!: string;

  @Text({ about: 'The session of the visit.', example: 'visit_01m7jvj231ehcbgert7qfac110' })
  analyticsSessionId!: string;

  @RecordId('person', { nullable: true, about: 'The sender, if known.' })
  personId!: string | null;

  @FreeObject({
    about: 'The values by field name: a text, or true for a consent. Empty fields are absent.',
    example: { email: 'ada@example.com' },
  })
  answers!: Answers;

  @OneOf(SUBMISSION_STATUSES, { title: 'FormSubmissionStatus', about: 'Whether the sender is identified.' })
  status!: SubmissionStatus;

  @Text({ nullable: true, about: 'Why the sender could not be identified.' })
  failure!: string | null;

  @Nested(() => SenderView, {
    nullable: true,
    about:
      "The sender, from the operator's service or else from the person's record. Null while nothing is known.",
  })
  sender!: SenderView | null;

  @Time()
  createdAt!: string;
}

export const SubmissionListView = ListView('ReceivedFormList', () => SubmissionView);
