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
  @RecordId('person', { nullable: true, about: 'Null if only a name or a company is known.' })
  personId!: string | null;

  @Nested(() => SenderView)
  sender!: SenderView;
}

class FormEnrichmentFailedEvent extends FormEvent {
  @Text({ about: 'The reason as text.', example: ENRICHMENT_FAILURES.nobody })
  reason!: string;
}

const form = { payload: FormChangeEvent, resource: 'formId' } as const;

export const formEvents = defineEvents({
  'form.created': { about: 'A form was created.', ...form },
  'form.updated': { about: 'A form was changed.', ...form },
  'form.deleted': { about: 'A form was deleted: pages no longer show it.', ...form },
  'form.restored': { about: 'A deleted form was restored.', ...form },
  'form.enriched': {
    about: 'The sender of a form was identified.',
    payload: FormEnrichedEvent,
    resource: 'analyticsSessionId',
    record: 'formSubmissionId',
    inContract: true,
  },
  'form.enrichment_failed': {
    about: 'The sender of a form could not be identified.',
    payload: FormEnrichmentFailedEvent,
    resource: 'analyticsSessionId',
    record: 'formSubmissionId',
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
