import { Allow } from 'class-validator';
import { ApiSchema } from '@nestjs/swagger';
import type { AuditedValue } from '../../shared/audit/field-changes.js';
import { field } from '../../shared/fields/field.js';
import { ListOf, Nested, OneOf, RecordId, Text, Time } from '../../shared/fields/fields.js';
import { ListQuery, ListView } from '../../shared/fields/list.dto.js';
import { QueryTime } from '../../shared/fields/request-time.js';
import { TextList } from '../../shared/fields/text-list.js';
import { ACTOR_TYPES, type Actor } from '../../shared/kernel/actor.js';
import { exampleId } from '../../shared/kernel/example-ids.js';

const MAX_FILTER_LENGTH = 255;

export class AuditQuery extends ListQuery {
  @Text({
    optional: true,
    min: 1,
    max: MAX_FILTER_LENGTH,
    about: 'Only what this actor did: the id of a key or a form, or the name of a job or a command.',
  })
  actor?: string;

  @Text({
    optional: true,
    min: 1,
    max: MAX_FILTER_LENGTH,
    about: 'Only this operation, such as `topic.updated`.',
  })
  operation?: string;

  @Text({ optional: true, min: 1, max: MAX_FILTER_LENGTH, about: 'Only changes of the record with this id.' })
  recordId?: string;

  @Text({
    optional: true,
    min: 1,
    max: MAX_FILTER_LENGTH,
    about: 'Only changes of records that belong to the record with this id.',
  })
  parentRecordId?: string;

  @QueryTime({ about: 'Only entries at this time or later.' })
  from?: string;

  @QueryTime({ about: 'Only entries before this time.' })
  to?: string;
}

@ApiSchema({ name: 'AuditActor' })
class AuditActorView {
  @OneOf(ACTOR_TYPES, {
    title: 'AuditActorType',
    about:
      'An API key, a job of the service, a command of the operator, a visitor who sent a form, or the service itself.',
    example: 'api_key',
  })
  type!: Actor['type'];

  @Text({
    about: 'The id of the key or the form, or the name of the job or the command.',
    example: exampleId('key'),
  })
  id!: string;

  @Text({ nullable: true, about: 'The name that the key had.', example: 'Newsletter tool' })
  name!: string | null;

  @Text({
    nullable: true,
    about:
      "The network of the caller's address: the first 24 bits of an IPv4 address, or 48 of an IPv6 address.",
    example: '203.0.113.0/24',
  })
  network!: string | null;

  @Text({ nullable: true, about: 'The `x-request-id` of the answer.', example: exampleId('req') })
  requestId!: string | null;
}

function ChangedValue(about: string, example: AuditedValue): PropertyDecorator {
  const kinds = ['string', 'number', 'boolean'].map((type) => ({ type }));
  const anyOf = [...kinds, { type: 'array', items: { type: 'string' } }, { type: 'null' }];
  return field({ about, example }, { anyOf }, Allow());
}

@ApiSchema({ name: 'AuditValue' })
class AuditValueView {
  @Text({ example: 'sortOrder' })
  field!: string;

  @ChangedValue('The value before the change; null if there was none.', null)
  before!: AuditedValue;

  @ChangedValue('The value after the change; null if there is none.', 2)
  after!: AuditedValue;
}

@ApiSchema({ name: 'AuditEntry', description: 'Who did what to which record.' })
export class AuditEntryView {
  @RecordId('audit')
  auditEntryId!: string;

  @Time()
  occurredAt!: string;

  @Text({
    about: 'What was done. If the change has an event, it is the kind of that event.',
    example: 'topic.created',
  })
  operation!: string;

  @Text({
    nullable: true,
    about: 'The changed record. Null if there is not one, or if the data of its person was erased.',
    example: exampleId('topic'),
  })
  recordId!: string | null;

  @Text({
    nullable: true,
    about: 'The record that it belongs to, such as the topic of an entry.',
    example: null,
  })
  parentRecordId!: string | null;

  @Nested(() => AuditActorView)
  actor!: AuditActorView;

  @TextList({
    about: 'The names of the changed fields; of a new record, those that have a value.',
    example: ['title', 'sortOrder'],
  })
  changedFields!: string[];

  @ListOf(() => AuditValueView, {
    about: 'The values of those of these fields that are short, not personal and not secret.',
  })
  values!: AuditValueView[];
}

export const AuditLogView = ListView('AuditLog', () => AuditEntryView, { totalCount: { nullable: true } });
