import { ApiSchema } from '@nestjs/swagger';
import {
  Decimal,
  FreeObject,
  Integer,
  ListOf,
  Nested,
  OneOf,
  RecordId,
  Text,
  Time,
  Bool,
} from '../../../shared/fields/fields.js';
import { ListQuery, ListView } from '../../../shared/fields/list.dto.js';
import { QueryId } from '../../../shared/fields/query-fields.js';
import { RequestTime } from '../../../shared/fields/request-time.js';
import { CALL_FAULTS, type CallFault } from '../calling/call-faults.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from './delivery.lifecycle.js';

export class DeliveriesQuery extends ListQuery {
  @OneOf(DELIVERY_STATUSES, { title: 'DeliveryStatus', optional: true })
  status?: DeliveryStatus;

  @QueryId('event', { about: 'Only the delivery of this event.' })
  eventId?: string;
}

export class ReplayEvents {
  @RequestTime({ about: 'Only events at this time or later.', example: '+1763164800000' })
  from!: string;

  @RequestTime({
    optional: true,
    about: 'Only events before this time. Default: now.',
    example: '+1763251200000',
  })
  to?: string;

  @Bool({ optional: true, about: 'Counts the events and delivers none.', example: true })
  dryRun?: boolean;
}

@ApiSchema({ name: 'WebhookReplay' })
export class ReplayView {
  @Bool({ example: true })
  dryRun!: boolean;

  @Integer({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    about: 'The number of events that are (or with `dryRun` would be) delivered again.',
    example: 3,
  })
  eventsCount!: number;
}

@ApiSchema({ name: 'WebhookTest' })
export class TestDeliveryView {
  @RecordId('delivery')
  deliveryId!: string;

  @RecordId('event')
  eventId!: string;
}

@ApiSchema({ name: 'WebhookAttempt' })
export class AttemptView {
  @Integer({ min: 1, max: Number.MAX_SAFE_INTEGER, example: 1 })
  attemptNumber!: number;

  @Text({ about: 'The URL of the call.', example: 'https://hooks.example.com/foyer' })
  url!: string;

  @Time()
  startedAt!: string;

  @Decimal({ min: 0, example: 84 })
  durationMs!: number;

  @Integer({
    min: 100,
    max: 999,
    nullable: true,
    about: 'Null if the receiver did not answer.',
    example: 204,
  })
  responseStatus!: number | null;

  @Text({ about: 'The first 16 KiB of the answer.', example: '' })
  responseBody!: string;

  @OneOf(Object.keys(CALL_FAULTS), {
    title: 'CallFault',
    nullable: true,
    about: 'Why there is no answer.',
    example: null,
  })
  error!: CallFault | null;

  @Text({ nullable: true, about: 'The error as a sentence.', example: null })
  errorDetail!: string | null;
}

/** The request of every attempt, without the signatures, which differ between attempts. */
export class DeliveryRequest {
  @Text({ example: 'https://hooks.example.com/foyer' })
  url!: string;

  @FreeObject({ example: { 'content-type': 'application/json' } })
  headers!: Record<string, string>;

  @Text({ example: '{"eventId":"…"}' })
  body!: string;
}

@ApiSchema({ name: 'WebhookDelivery' })
export class DeliveryView {
  @RecordId('delivery')
  deliveryId!: string;

  @RecordId('webhook')
  subscriptionId!: string;

  @RecordId('event')
  eventId!: string;

  @Text({ example: 'page.version.published' })
  eventType!: string;

  @OneOf(DELIVERY_STATUSES, { title: 'DeliveryStatus' })
  status!: DeliveryStatus;

  @Integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
  attemptsCount!: number;

  @Time({ nullable: true })
  lastAttemptAt!: string | null;

  @Integer({ min: 100, max: 999, nullable: true, about: 'The status of the last attempt.' })
  responseStatus!: number | null;

  @OneOf(Object.keys(CALL_FAULTS), {
    title: 'CallFault',
    nullable: true,
    about: 'Why the last attempt got no answer.',
    example: null,
  })
  error!: CallFault | null;

  @Time({ nullable: true, about: 'Null if there is no further attempt.' })
  nextAttemptAt!: string | null;

  @Time({ about: 'When the event happened.' })
  createdAt!: string;
}

@ApiSchema({ name: 'WebhookDeliveryDetails' })
export class DeliveryDetailsView extends DeliveryView {
  @Nested(() => DeliveryRequest, { nullable: true, about: 'Null if the event is deleted.' })
  request!: DeliveryRequest | null;

  @ListOf(() => AttemptView, { about: 'The newest 20 attempts, newest first.' })
  attempts!: AttemptView[];
}

export const DeliveryListView = ListView('WebhookDeliveryList', () => DeliveryView, {
  totalCount: { nullable: true },
});
