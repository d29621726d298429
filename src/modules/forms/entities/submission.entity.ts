import { hash } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import { columns } from '../../../shared/database/records/column-map.js';
import {
  newRecord,
  orderPreservingJson,
  recordColumns,
  timestamps,
} from '../../../shared/database/records/columns.js';
import { notPersonal, personal } from '../../../shared/database/records/personal.js';
import { PersonalTable } from '../../../shared/database/records/personal-table.js';
import { derived } from '../../../shared/database/records/derived.js';
import { detached } from '../../../shared/database/records/detached.js';
import { clock } from '../../../shared/kernel/clock.js';
import { submissionLifecycle, type SubmissionStatus } from './submission.lifecycle.js';

/** The answers, by the name of the field. */
export type Answers = Record<string, string | boolean>;

/** What is known about the sender of a form. */
export interface FormSender {
  accountId: string | null;
  name: string | null;
  company: string | null;
  profile: string | null;
}

/** All fields of a submission that are read. */
export const submissionColumns = columns({
  id: recordColumns.id,
  /** Null if the visitor was asked for an email address only. */
  formId: p.uuid().nullable(),
  pageId: p.uuid(),
  audienceId: p.uuid(),
  pageLinkId: p.uuid(),
  analyticsSessionId: notPersonal(p.text()),
  personId: p.uuid().nullable(),
  answers: personal(orderPreservingJson<Answers>()),
  status: notPersonal(p.text().$type<SubmissionStatus>()),
  failure: notPersonal(p.text().nullable()),
  sender: personal(orderPreservingJson<FormSender>().nullable()),
  ...timestamps,
});

/** A submission of somebody else may mention a person. */
export const submissionTable = new PersonalTable('form_submission', submissionColumns, {
  whenMentioned: 'erase',
});

/** Identifies a repeat. */
const repeatColumns = columns({ visit: derived(notPersonal(p.text().nullable())), contentHash: p.blob() });

const SubmissionSchema = defineEntity({
  name: 'Submission',
  tableName: 'form_submission',
  properties: { ...recordColumns, ...submissionColumns.properties, ...repeatColumns.properties },
});

interface NewSubmission {
  formId: string | null;
  pageId: string;
  audienceId: string;
  pageLinkId: string;
  personId: string | null;
  visit: string | null;
  answers: Answers;
}

/** A form that a visitor sent. */
export class Submission extends SubmissionSchema.class {
  static receive(given: NewSubmission): Submission {
    return detached(Submission, {
      ...newRecord(),
      ...given,
      contentHash: contentHashOf(given.answers),
      // Set once the session is known.
      analyticsSessionId: '',
      status: submissionLifecycle.step(null, 'received'),
      failure: null,
      sender: null,
    });
  }

  joinSession(analyticsSessionId: string): void {
    this.analyticsSessionId = analyticsSessionId;
  }

  /** The sender is identified. */
  enrich(sender: FormSender, personId: string | null): void {
    this.sender = sender;
    this.personId = personId;
    this.status = submissionLifecycle.step(this.status, 'enriched');
    this.failure = null;
    this.updatedAt = clock.notBefore(this.updatedAt);
  }

  /** Something may be known about the sender nevertheless. */
  failEnrichment(failure: string, sender: FormSender | null): void {
    this.sender = sender;
    this.status = submissionLifecycle.step(this.status, 'failed');
    this.failure = failure;
    this.updatedAt = clock.notBefore(this.updatedAt);
  }
}

SubmissionSchema.setClass(Submission);

export function contentHashOf(answers: Answers): Buffer {
  return hash('sha256', JSON.stringify(Object.entries(answers).sort()), 'buffer');
}
