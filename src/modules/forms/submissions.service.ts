import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Lists } from '../../shared/database/lists/lists.js';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { Jobs } from '../../shared/jobs/jobs.js';
import { notFound } from '../../shared/kernel/errors.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { ListPage } from '../../shared/answers/list-page.js';
import type { StreamedAnswer } from '../../shared/answers/streamed-answer.js';
import { PersonMatcher } from '../crm/index.js';
import { VisitsApi } from '../visits/index.js';
import { formById } from './dto/form-reads.js';
import { EMAIL_ALONE, type FormField } from './entities/form-parts.js';
import { enrichSubmission } from './enrichment/enrichment.jobs.js';
import { RepeatedSubmissions } from './repeated-submissions.js';
import { submissionById, submissionList, submissionView } from './dto/submission-reads.js';
import { Submission, type Answers } from './entities/submission.entity.js';
import { identityIn } from './entities/sender.js';
import { exportOf } from './submission-export.js';
import type {
  SubmissionsExportQuery,
  SubmissionsOfFormQuery,
  SubmissionsQuery,
  SubmissionView,
} from './dto/submissions.dto.js';

/** Where a form was sent from, and in which visit. */
export interface FormOrigin {
  pageId: string;
  audienceId: string;
  pageLinkId: string;
  pageUrl: string | null;
  /** The key of the visit, if it has one. */
  visit: string | undefined;
}

@Injectable()
export class SubmissionsService {
  constructor(
    private readonly em: EntityManager,
    private readonly reads: PreparedReads,
    private readonly lists: Lists,
    private readonly repeated: RepeatedSubmissions,
    private readonly persons: PersonMatcher,
    private readonly visits: VisitsApi,
    private readonly jobs: Jobs,
  ) {}

  list({ formId, personId, status, ...page }: SubmissionsQuery): Promise<ListPage<SubmissionView>> {
    const filter = { formId, personId, status };
    return this.lists.page(submissionList, page, (rows) => rows.map(submissionView), filter);
  }

  async listOf(formId: string, query: SubmissionsOfFormQuery): Promise<ListPage<SubmissionView>> {
    if (!(await this.reads.one(formById, formId))) throw notFound('form');
    return this.list({ ...query, formId });
  }

  async get(submissionId: string): Promise<SubmissionView> {
    const row = await this.reads.one(submissionById, submissionId);
    if (!row) throw notFound('submission');
    return submissionView(row);
  }

  async export({ formId, format }: SubmissionsExportQuery): Promise<StreamedAnswer> {
    const form = formId === undefined ? undefined : await this.reads.one(formById, formId);
    return exportOf(this.lists.steps(submissionList, { formId }), format, form?.fields ?? EMAIL_ALONE);
  }

  /** Call it in a unit of work, with answers that the form's fields allow. A repeat changes nothing. */
  async receive(
    form: { id: string | null; fields: readonly FormField[] },
    answers: Answers,
    { visit, pageUrl, ...origin }: FormOrigin,
  ): Promise<void> {
    if (visit !== undefined && (await this.repeated.isRepeat(visit, form.id, answers))) return;
    const identity = identityIn(form.fields, answers);
    const person = identity && (await this.persons.findOrCreate(identity));
    const submission = Submission.receive({
      ...origin,
      ...{ formId: form.id, answers, visit: visit ?? null, personId: person?.personId ?? null },
    });
    const analyticsSessionId = await this.visits.submitForm(
      { ...origin, key: visit },
      {
        ...{ at: submission.createdAt.getTime(), pageUrl },
        formSubmissionId: wireId('submission', submission.id),
        email: identity?.email ?? null,
        phone: identity?.phoneNumber ?? null,
        linkedinProfileUrl: identity?.linkedinProfileUrl ?? null,
      },
    );
    submission.joinSession(analyticsSessionId);
    this.em.persist(submission);
    await this.jobs.enqueue(enrichSubmission, { submissionId: submission.id });
  }
}
