import { type Faults, noSuch, type Problems } from '../../shared/kernel/errors.js';

export const formProblems: Problems = {
  form_not_found: noSuch('form'),
  form_deleted: {
    kinds: ['conflict'],
    meaning: 'The form is deleted, so it does not change.',
    remedy: 'Restore the form first.',
  },
  submission_not_found: noSuch('submission'),
};

export const formFaults: Faults = {
  duplicate_name: {
    meaning: 'Two fields of the form have the same name.',
    remedy: 'Give each field a name of its own.',
  },
  empty_option: {
    meaning: 'An option of a choice has no visible text.',
    remedy: 'Give the option a text, or leave it out.',
  },
  duplicate_option: {
    meaning: 'Two options of a choice look the same.',
    remedy: 'Leave one of them out.',
  },
};
