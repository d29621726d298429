import { Injectable } from '@nestjs/common';
import { RecordLock } from '../../../shared/database/transactions/record-lock.js';
import { UnitOfWork } from '../../../shared/database/transactions/unit-of-work.js';
import { Events } from '../../../shared/events/events.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { PersonMatcher, PersonsApi } from '../../crm/index.js';
import type { EnricherAnswer } from './enricher-answer.js';
import { ENRICHMENT_FAILURES, type EnrichmentFailure } from './enrichment-failures.js';
import { senderView } from '../dto/submission-reads.js';
import { Submission, type FormSender } from '../entities/submission.entity.js';

/** Stores and reports the sender of a form, once. */
@Injectable()
export class Enrichment {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly recordLock: RecordLock,
    private readonly persons: PersonsApi,
    private readonly matcher: PersonMatcher,
    private readonly events: Events,
  ) {}

  /** Does not change an existing person: the service can be wrong. */
  complete(submissionId: string, told: EnricherAnswer): Promise<void> {
    return this.once(submissionId, async (submission) => {
      const personId = submission.personId ?? (await this.personOf(told));
      const sender = await this.senderOf(personId, told);
      // This also applies to a person deleted in the meantime.
      if (!tellsAnything(sender)) return this.failIt(submission, 'nobody');
      submission.enrich(sender, personId);
      this.events.record({
        ...{ type: 'form.enriched', ...aboutIt(submission) },
        personId: personId ? wireId('person', personId) : null,
        sender: senderView(sender),
      });
    });
  }

  fail(submissionId: string, failure: EnrichmentFailure): Promise<void> {
    return this.once(submissionId, (submission) => this.failIt(submission, failure));
  }

  /** Skips a submission that was deleted in the meantime, or that another worker has completed. */
  private once(submissionId: string, act: (submission: Submission) => Promise<void>): Promise<void> {
    return this.unitOfWork.run(async () => {
      const submission = await this.recordLock.findOne(Submission, { id: submissionId });
      if (submission?.status === 'received') await act(submission);
    });
  }

  private async failIt(submission: Submission, failure: EnrichmentFailure): Promise<void> {
    const reason = ENRICHMENT_FAILURES[failure];
    const sender = await this.senderOf(submission.personId ?? null, {});
    submission.failEnrichment(reason, tellsAnything(sender) ? sender : null);
    this.events.record({ type: 'form.enrichment_failed', ...aboutIt(submission), reason });
  }

  /** If the form does not identify the person, the profile may. */
  private async personOf({ profile, name }: EnricherAnswer): Promise<string | null> {
    if (profile === undefined) return null;
    return (await this.matcher.findOrCreate({ linkedinProfileUrl: profile, name })).personId;
  }

  /** Data from the service takes precedence: a person may be known by the address alone. */
  private async senderOf(personId: string | null, told: EnricherAnswer): Promise<FormSender> {
    const known = personId ? (await this.persons.byIds([personId])).get(personId) : undefined;
    const person = known?.isDeleted ? undefined : known;
    return {
      accountId: person?.account?.id ?? null,
      name: told.name ?? person?.name ?? null,
      company: told.company ?? person?.account?.name ?? person?.account?.domain ?? null,
      profile: told.profile ?? person?.linkedinProfileUrl ?? null,
    };
  }
}

function tellsAnything(sender: FormSender): boolean {
  return Object.values(sender).some((each) => each !== null);
}

function aboutIt({ id, analyticsSessionId, pageId, audienceId }: Submission) {
  return {
    formSubmissionId: wireId('submission', id),
    analyticsSessionId,
    audienceSessionId: null,
    pageId: wireId('page', pageId),
    audienceId: wireId('audience', audienceId),
  };
}
