import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { UnitOfWork } from '../../shared/database/transactions/unit-of-work.js';
import { actingAs } from '../../shared/database/transactions/work-context.js';
import { actorNamed } from '../../shared/kernel/actor.js';
import { uuidOf, uuidsOf, wireId } from '../../shared/kernel/ids.js';
import { checkAnswers, type AnswerFault, type GivenAnswers } from './entities/check-answers.js';
import { formById, type FormRecord } from './dto/form-reads.js';
import { EMAIL_ALONE, type FormField } from './entities/form-parts.js';
import { SubmissionsService, type FormOrigin } from './submissions.service.js';

/** A form as it is shown to visitors. */
export interface ShownForm {
  /** Null for the form that asks for an email address only. */
  id: string | null;
  fields: readonly FormField[];
  thankYouText: string | null;
  thankYouUrl: string | null;
}

/** The form that asks for an email address only, as an actor of the audit log: it has no id. */
const EMAIL_FORM = 'email';

const ALONE: ShownForm = { id: null, fields: EMAIL_ALONE, thankYouText: null, thankYouUrl: null };

const formsChangedAt = new PreparedRead<{ stamp: string }>(
  'form.changed_at',
  // The latest time is not enough: a change may be committed after a later one.
  `select count(*) || ' ' || coalesce(sum(extract(epoch from updated_at)), 0) as stamp from form where tenant_id = $1`,
);

const existingForms = new PreparedRead<{ id: string }>(
  'form.existing',
  'select id from form where tenant_id = $1 and id = any($2) and deleted_at is null',
);

/** Shows forms and takes submissions for other modules. */
@Injectable()
export class FormsApi {
  constructor(
    private readonly reads: PreparedReads,
    private readonly unitOfWork: UnitOfWork,
    private readonly submissions: SubmissionsService,
  ) {}

  /** The first of these forms that exists; otherwise the form that asks for an email address only. */
  async shown(...formIds: readonly (string | undefined)[]): Promise<ShownForm> {
    for (const formId of formIds) {
      const form = await this.find(uuidOf('form', formId ?? ''));
      if (form) return form;
    }
    return ALONE;
  }

  /** The form that a visitor was shown, even if deleted since. Null is the form that asks for an email address only. */
  async sent(formId: string | null): Promise<ShownForm> {
    const form = formId === null ? undefined : await this.reads.one(formById, formId);
    return form ? shownOf(form) : ALONE;
  }

  /** Those of these texts that are the id of a form that is not deleted. */
  async existing(formIds: readonly string[]): Promise<Set<string>> {
    const uuids = uuidsOf('form', formIds);
    if (uuids.length === 0) return new Set();
    const rows = await this.reads.all(existingForms, uuids);
    return new Set(rows.map(({ id }) => wireId('form', id)));
  }

  /** Differs after any form of the tenant has changed. */
  async stamp(): Promise<string> {
    return (await this.reads.one(formsChangedAt))!.stamp;
  }

  /** Returns the faults; stores the submission if there are none. */
  async submit(form: ShownForm, given: GivenAnswers, origin: FormOrigin): Promise<AnswerFault[]> {
    const { faults, answers } = checkAnswers(form.fields, given);
    if (faults.length > 0) return faults;
    const actor = actorNamed('form', form.id === null ? EMAIL_FORM : wireId('form', form.id));
    await actingAs(actor, () => this.unitOfWork.run(() => this.submissions.receive(form, answers, origin)));
    return faults;
  }

  private async find(id: string | undefined): Promise<ShownForm | undefined> {
    const form = id === undefined ? undefined : await this.reads.one(formById, id);
    return form && !form.deletedAt ? shownOf(form) : undefined;
  }
}

function shownOf({ id, fields, thankYouText = null, thankYouUrl = null }: FormRecord): ShownForm {
  return { id, fields, thankYouText, thankYouUrl };
}
