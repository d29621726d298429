import type { FoyerModule } from '../../shared/foyer-module.js';
import { formList } from './form-reads.js';
import { Form } from './form.entity.js';
import { formEvents } from './forms.events.js';
import { Migration20261118001000Forms } from './forms.migration.js';
import { FormsModule } from './forms.module.js';
import { removeSampleForms, sampleForms } from './forms.sample.js';

export const forms: FoyerModule = {
  nest: FormsModule,
  tags: { forms: 'What visitors are asked for' },
  entities: [Form],
  migrations: [Migration20261118001000Forms],
  events: formEvents,
  jobs: [],
  lists: [formList],
  scopes: ['forms:read', 'forms:write'],
  problems: ['form_not_found', 'form_deleted'],
  sample: sampleForms,
  removeSample: removeSampleForms,
};
