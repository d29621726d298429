import type { FoyerModule } from '../../shared/foyer-module.js';
import { formList } from './dto/form-reads.js';
import { Form } from './entities/form.entity.js';
import { formEvents } from './forms.events.js';
import { enrichSubmission, failEnrichment } from './enrichment/enrichment.jobs.js';
import { forgetSubmissions } from './forms.jobs.js';
import { formMigrations } from './forms.migration.js';
import { FormsModule } from './forms.module.js';
import { removeSampleForms, sampleForms, showcaseForms } from './forms.sample.js';
import { submissionList } from './dto/submission-reads.js';
import { Submission, submissionTable } from './entities/submission.entity.js';
import { formFaults, formProblems } from './forms.problems.js';

export type { AnswerFault } from './entities/check-answers.js';
export type { FormField } from './entities/form-parts.js';
export { FormsApi, type ShownForm } from './forms.api.js';
export { FormsModule } from './forms.module.js';
export { ELAPSED, HONEYPOT, isFromRobot, isTooQuick, SpamChecks } from './spam-checks.js';

export const forms: FoyerModule = {
  nest: FormsModule,
  tags: {
    forms: 'Forms that visitors fill in',
    'form submissions': 'The data that visitors send with forms',
  },
  entities: [Form, Submission],
  personal: [submissionTable],
  migrations: formMigrations,
  events: formEvents,
  jobs: [failEnrichment, enrichSubmission, forgetSubmissions],
  lists: [formList, submissionList],
  scopes: ['forms:read', 'forms:write'],
  problems: formProblems,
  faults: formFaults,
  sample: sampleForms,
  showcase: showcaseForms,
  removeSample: removeSampleForms,
};
