import { defineEvents } from '../../shared/events/event-kind.js';
import { RecordId } from '../../shared/fields/fields.js';

export class FormChangeEvent {
  @RecordId('form')
  formId!: string;
}

const form = { payload: FormChangeEvent, resource: 'formId' } as const;

export const formEvents = defineEvents({
  'form.created': { about: 'A form was made.', ...form },
  'form.updated': { about: 'A form was changed.', ...form },
  'form.deleted': { about: 'A form was deleted: visitors are not shown it any more.', ...form },
  'form.restored': { about: 'A deleted form is back.', ...form },
});

declare module '../../shared/events/event-kind.js' {
  interface DeclaredEvents {
    forms: typeof formEvents;
  }
}

export type FormEventKind = keyof typeof formEvents;
