import { defineEvents } from '../../shared/events/event-kind.js';
import { Nested, RecordId, Text } from '../../shared/fields/fields.js';
import { ENRICHMENT_FAILURES } from './enrichment/enrichment-failures.js';
import { FormEvent } from '../sessions/index.js';
import { SenderView } from './dto/submissions.dto.js';

class FormChangeEvent {
  @RecordId('form')
  formId!: string;
}

class FormEnrichedEvent extends FormEvent {
  @RecordId('person', { nullable: true, about: 'Null where nothing but a name or a company was found.' })
  personId!: string | null;

  @Nested(() => SenderView)
  sender!: SenderView;
}

class FormEnrichmentFailedEvent extends FormEvent {
  @Text({ about: 'Why, for people to read.', example: ENRICHMENT_FAILURES.nobody })
  reason!: string;
}

const form = { payload: FormChangeEvent, resource: 'formId' } as const;

export const formEvents = defineEvents({
  'form.created': { about: 'A form was made.', ...form },
  'form.updated': { about: 'A form was changed.', ...form },
  'form.deleted': { about: 'A form was deleted: visitors are not shown it any more.', ...form },
  'form.restored': { about: 'A deleted form is back.', ...form },
  'form.enriched': {
    about: 'It was found out who sent a form.',
    payload: FormEnrichedEvent,
    resource: 'analyticsSessionId',
    inContract: true,
  },
  'form.enrichment_failed': {
    about: 'It could not be found out who sent a form.',
    payload: FormEnrichmentFailedEvent,
    resource: 'analyticsSessionId',
    inContract: true,
  },
});

declare module '../../shared/events/event-kind.js' {
  interface DeclaredEvents {
    forms: typeof formEvents;
  }
}

export type FormChangeKind = Extract<
  keyof typeof formEvents,
  'form.created' | 'form.updated' | 'form.deleted' | 'form.restored'
>;
