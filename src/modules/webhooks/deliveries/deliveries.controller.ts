import { ABOUT_TOTAL_COUNT } from '../../../shared/database/lists/total-count.js';
import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EVENT_RETENTION_DAYS } from '../../../shared/events/event-retention.js';
import { Endpoint } from '../../../shared/http/endpoint/endpoint.js';
import { Empty, FromBody, FromQuery, PathId } from '../../../shared/http/endpoint/inputs.js';
import {
  DeliveriesQuery,
  DeliveryDetailsView,
  DeliveryListView,
  ReplayEvents,
  ReplayView,
  TestDeliveryView,
} from './deliveries.dto.js';
import { DeliveriesService } from './deliveries.service.js';
import { MAX_REPLAYED_EVENTS } from './replay-limit.js';
import { aboutCombinations } from '../../../shared/database/lists/combinations.js';
import { deliveryList } from './delivery-reads.js';

const SUBSCRIPTION = '/v0/webhook_subscriptions/{subscription_id}';

const WHILE_OFF = { code: 'subscription_inactive', when: 'The subscription is off.' };

// The sample data contains an active subscription for the operations that deliver something.
const SWITCHED_ON = 2;

@Controller()
@ApiTags('webhooks')
export class DeliveriesController {
  constructor(private readonly deliveries: DeliveriesService) {}

  @Endpoint(`GET ${SUBSCRIPTION}/deliveries`, {
    summary: 'List the deliveries to a subscription',
    description: `Newest first, each with its last attempt. ${ABOUT_TOTAL_COUNT} ${aboutCombinations(deliveryList.source)}`,
    access: 'webhooks:read',
    answer: DeliveryListView,
  })
  listWebhookDeliveries(
    @PathId('subscription_id', 'webhook') subscriptionId: string,
    @FromQuery() query: DeliveriesQuery,
  ) {
    return this.deliveries.list(subscriptionId, query);
  }

  @Endpoint(`GET ${SUBSCRIPTION}/deliveries/{delivery_id}`, {
    summary: 'Get a delivery',
    description: 'One delivery with its request, without signatures, and its newest attempts.',
    access: 'webhooks:read',
    answer: DeliveryDetailsView,
  })
  getWebhookDelivery(
    @PathId('subscription_id', 'webhook', SWITCHED_ON) subscriptionId: string,
    @PathId('delivery_id') deliveryId: string,
  ) {
    return this.deliveries.get(subscriptionId, deliveryId);
  }

  @Endpoint(`POST ${SUBSCRIPTION}/deliveries/{delivery_id}/retry`, {
    summary: 'Retry a delivery',
    description:
      'Tries a delivery at once, whatever its status, even if earlier deliveries wait, and restarts its retry schedule.',
    access: 'webhooks:write',
    conflict: {
      ...WHILE_OFF,
      when: `${WHILE_OFF.when} Or the event is more than ${EVENT_RETENTION_DAYS} days old (\`event_gone\`).`,
    },
    answer: DeliveryDetailsView,
  })
  retryWebhookDelivery(
    @PathId('subscription_id', 'webhook', SWITCHED_ON) subscriptionId: string,
    @PathId('delivery_id') deliveryId: string,
    @FromBody() _body: Empty,
  ) {
    return this.deliveries.retry(subscriptionId, deliveryId);
  }

  @Endpoint(`POST ${SUBSCRIPTION}/replay`, {
    summary: 'Deliver the events of a time range again',
    description:
      'Delivers all events of that time that the subscription subscribes to, whether or not they were delivered ' +
      `before; at most ${MAX_REPLAYED_EVENTS}, of the last ${EVENT_RETENTION_DAYS} days. With \`dryRun\`, only counts them.`,
    access: 'webhooks:write',
    conflict: { ...WHILE_OFF, when: `${WHILE_OFF.when} Or there are too many events (\`too_many_events\`).` },
    answer: ReplayView,
  })
  replayWebhookEvents(
    @PathId('subscription_id', 'webhook', SWITCHED_ON) subscriptionId: string,
    @FromBody() body: ReplayEvents,
  ) {
    return this.deliveries.replay(subscriptionId, body);
  }

  @Endpoint(`POST ${SUBSCRIPTION}/test`, {
    summary: 'Send a test event',
    description:
      'Delivers `webhook_subscription.tested` to this subscription, even if it does not subscribe to it. The delivery ' +
      'shows the result.',
    access: 'webhooks:write',
    conflict: WHILE_OFF,
    answer: TestDeliveryView,
    status: 201,
  })
  testWebhookSubscription(
    @PathId('subscription_id', 'webhook', SWITCHED_ON) subscriptionId: string,
    @FromBody() _body: Empty,
  ) {
    return this.deliveries.sendTest(subscriptionId);
  }
}
