import { ApiSchema } from '@nestjs/swagger';
import { EventKindList } from '../../../shared/events/event-kind-fields.js';
import { OneOf, RecordId, Text, Time, Bool } from '../../../shared/fields/fields.js';
import { ListView } from '../../../shared/fields/list.dto.js';
import { TextList } from '../../../shared/fields/text-list.js';
import { FAILING_DAYS_BEFORE_DISABLED } from './receiver-health.js';
import { DeliveryUrl } from './webhook-fields.js';
import {
  DISABLED_REASONS,
  ORDERINGS,
  type DisabledReason,
  type Ordering,
} from './webhook-subscription.entity.js';

const URL_EXAMPLE = 'https://hooks.example.com/foyer';
const ORDERING =
  '`resource`: events of one resource are delivered one by one, in the order in which they happened. ' +
  '`none`: all events are delivered as soon as possible.';
const EVENTS_EXAMPLE = ['page.version.published', 'form.submitted'];

export class CreateWebhookSubscription {
  @DeliveryUrl({
    about: 'The URL of the receiver: absolute, http or https, without credentials.',
    example: URL_EXAMPLE,
  })
  url!: string;

  @EventKindList({
    about: 'The kinds of events to deliver. Repeats are dropped; an empty list subscribes to none.',
    example: EVENTS_EXAMPLE,
  })
  events!: string[];

  @Bool({ optional: true, about: 'Whether events are delivered. Default: true.', example: true })
  active?: boolean;

  @OneOf(ORDERINGS, { title: 'DeliveryOrdering', optional: true, fallback: 'resource', about: ORDERING })
  ordering?: Ordering;
}

export class UpdateWebhookSubscription {
  @DeliveryUrl({ optional: true, example: 'https://hooks.example.com/foyer/v2' })
  url?: string;

  @EventKindList({ optional: true, about: 'Replaces the whole list.', example: ['form.submitted'] })
  events?: string[];

  @Bool({ optional: true, about: 'Setting it to false cancels waiting deliveries.', example: false })
  active?: boolean;

  @OneOf(ORDERINGS, { title: 'DeliveryOrdering', optional: true, about: ORDERING })
  ordering?: Ordering;
}

@ApiSchema({ name: 'WebhookSubscription' })
export class WebhookSubscriptionView {
  @RecordId('webhook')
  subscriptionId!: string;

  @Text({ example: URL_EXAMPLE })
  url!: string;

  @TextList({ example: EVENTS_EXAMPLE })
  events!: string[];

  @Bool({ about: 'Whether events are delivered.' })
  active!: boolean;

  @OneOf(ORDERINGS, { title: 'DeliveryOrdering', about: ORDERING })
  ordering!: Ordering;

  @OneOf(DISABLED_REASONS, {
    title: 'DisabledReason',
    nullable: true,
    about:
      'Why the service disabled it: the receiver answered 410 (`gone`), or ' +
      `failed without a success for ${FAILING_DAYS_BEFORE_DISABLED} days (\`failing\`).`,
    example: null,
  })
  disabledReason!: DisabledReason | null;

  @Time()
  createdAt!: string;

  @Time()
  updatedAt!: string;
}

@ApiSchema({ name: 'CreatedWebhookSubscription' })
export class CreatedWebhookSubscriptionView extends WebhookSubscriptionView {
  @Text({
    about: 'Signs deliveries. Store it: it is shown only once.',
    example: 'whsec_5WbX5kEWLlfzsGNjH64I8lOOqUB6e8FH1VTiIoY1u5k=',
  })
  secret!: string;
}

export const WebhookSubscriptionListView = ListView('WebhookSubscriptionList', () => WebhookSubscriptionView);
