import type { EntityManager } from '@mikro-orm/postgresql';
import { exampleUuid, isSample, TO_DELETE } from '../../shared/kernel/example-ids.js';
import { Form } from './entities/form.entity.js';
import type { FormField } from './entities/form-parts.js';
import { Submission } from './entities/submission.entity.js';

const FIELDS: FormField[] = [
  { name: 'email', type: 'email', label: 'Your work email', required: true, options: [] },
  {
    name: 'size',
    type: 'choice',
    label: 'How large is your team?',
    required: false,
    options: ['1 to 10', 'More'],
  },
  {
    name: 'message',
    type: 'text',
    label: 'What would you like to know?',
    required: false,
    options: [],
    maxLength: 2000,
  },
];

const JANE = {
  ...{ accountId: exampleUuid('account'), name: 'Jane Doe', company: 'Example' },
  profile: 'https://www.linkedin.com/in/jane-doe',
};

/** The pages of the showcase name it. */
const SHOWCASE_FORM = 3;

/** The records named in the docs' examples. */
export function sampleForms(em: EntityManager): void {
  const form = Form.create({ name: 'Talk to us', fields: FIELDS, thankYouText: 'We will write to you.' });
  form.id = exampleUuid('form');
  const old = Form.create({ name: 'Winter survey', fields: FIELDS });
  old.id = exampleUuid('form', TO_DELETE);
  const submission = Submission.receive({
    ...{ formId: form.id, pageId: exampleUuid('page'), audienceId: exampleUuid('audience') },
    ...{ pageLinkId: exampleUuid('link'), personId: exampleUuid('person'), visit: null },
    answers: { email: 'jane.doe@example.com', message: 'Do you have a plan for two?' },
  });
  submission.id = exampleUuid('submission');
  submission.joinSession('visit-2026-03-01-17');
  submission.enrich(JANE, exampleUuid('person'));
  em.persist([form, old, submission]);
}

/** What the pages of the showcase ask. */
export function showcaseForms(em: EntityManager): void {
  const fields: FormField[] = [
    { name: 'email', type: 'email', label: 'Your work email', required: true, options: [] },
    {
      ...{ name: 'roof', type: 'choice', label: 'What kind of roof do you have?', required: true },
      options: ['Flat', 'Pitched', 'Saw-tooth', 'I am not sure'],
    },
    {
      ...{ name: 'bill', type: 'text', label: 'Your power bill of a year', required: false },
      ...{ options: [], maxLength: 100 },
    },
  ];
  const thankYouText = 'Thank you. We look at your roof from above first, and call you within two days.';
  const form = Form.create({ name: 'Ask for a survey', fields, thankYouText });
  form.id = exampleUuid('form', SHOWCASE_FORM);
  em.persist(form);
}

export const removeSampleForms = [
  `delete from form_submission where tenant_id = $1 and (${isSample('id')} or ${isSample('form_id')})`,
  `delete from form where tenant_id = $1 and ${isSample('id')}`,
];
