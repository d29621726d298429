import { defineEvents } from '../../shared/events/event-kind.js';
import { OneOf, RecordId, Text } from '../../shared/fields/fields.js';
import { COMPUTATION_STATUSES, type ComputationStatus } from './entities/session.lifecycle.js';

class SessionEvent {
  @Text({ about: 'The id of the visit that the recording client chose.', example: 'visit-2026-03-01-17' })
  analyticsSessionId!: string;

  @RecordId('session', { nullable: true, about: 'Null if the visit has no audience.' })
  audienceSessionId!: string | null;

  @RecordId('page', { nullable: true })
  pageId!: string | null;

  @RecordId('audience', { nullable: true })
  audienceId!: string | null;
}

class SessionComputedEvent extends SessionEvent {
  @OneOf(COMPUTATION_STATUSES, {
    title: 'ComputationStatus',
    about: '`failed` if the recorded times contradict each other.',
    example: 'completed',
  })
  computationStatus!: ComputationStatus;
}

export class FormEvent extends SessionEvent {
  @Text({ example: 'submission-17' })
  formSubmissionId!: string;
}

const resource = 'analyticsSessionId';
const inContract = true;

export const sessionEvents = defineEvents({
  'session.recorded': {
    about: 'A visit was recorded.',
    payload: SessionEvent,
    resource,
    // Others are visits that the tracker collects.
    auditedOf: ['api_key'],
  },
  'session.computed': {
    about: 'The figures of a visit were computed.',
    payload: SessionComputedEvent,
    resource,
    auditedOf: [],
  },
  'form.submitted': {
    about: 'A visitor sent a form.',
    payload: FormEvent,
    resource,
    record: 'formSubmissionId',
    inContract,
  },
});

declare module '../../shared/events/event-kind.js' {
  interface DeclaredEvents {
    sessions: typeof sessionEvents;
  }
}
