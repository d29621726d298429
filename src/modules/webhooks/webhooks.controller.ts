import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { Empty, FromBody, IfMatch, PathId } from '../../shared/http/endpoint/inputs.js';
import { Precondition } from '../../shared/kernel/precondition.js';
import { PREVIOUS_SECRET_HOURS } from './subscriptions/secret-rotation.js';
import {
  CreatedWebhookSubscriptionView,
  CreateWebhookSubscription,
  UpdateWebhookSubscription,
  WebhookSubscriptionListView,
  WebhookSubscriptionView,
} from './subscriptions/webhooks.dto.js';
import { MAX_SUBSCRIPTIONS } from './subscriptions/subscription-limit.js';
import { WebhooksService } from './webhooks.service.js';

@Controller()
@ApiTags('webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Endpoint('GET /v0/webhook_subscriptions', {
    summary: 'List webhook subscriptions',
    description: `All subscriptions, newest first, in one response: there are at most ${MAX_SUBSCRIPTIONS}.`,
    access: 'webhooks:read',
    answer: WebhookSubscriptionListView,
  })
  listWebhookSubscriptions() {
    return this.webhooks.list();
  }

  @Endpoint('POST /v0/webhook_subscriptions', {
    summary: 'Create a webhook subscription',
    description:
      'Returns the subscription with the secret that signs its deliveries. The secret is shown only once.',
    access: 'webhooks:write',
    conflict: {
      code: 'too_many_subscriptions',
      when: `There are already ${MAX_SUBSCRIPTIONS} subscriptions.`,
    },
    answer: CreatedWebhookSubscriptionView,
    status: 201,
  })
  createWebhookSubscription(@FromBody() body: CreateWebhookSubscription) {
    return this.webhooks.create(body);
  }

  @Endpoint('GET /v0/webhook_subscriptions/{subscription_id}', {
    summary: 'Get a webhook subscription',
    description: 'One subscription, without its secret.',
    access: 'webhooks:read',
    answer: WebhookSubscriptionView,
  })
  getWebhookSubscription(@PathId('subscription_id', 'webhook') subscriptionId: string) {
    return this.webhooks.get(subscriptionId);
  }

  @Endpoint('PATCH /v0/webhook_subscriptions/{subscription_id}', {
    summary: 'Update a webhook subscription',
    description: 'Changes the given fields; `events` is replaced as a whole. The secret does not change.',
    access: 'webhooks:write',
    answer: WebhookSubscriptionView,
  })
  updateWebhookSubscription(
    @PathId('subscription_id', 'webhook') subscriptionId: string,
    @FromBody() body: UpdateWebhookSubscription,
    @IfMatch() precondition: Precondition,
  ) {
    return this.webhooks.update(subscriptionId, body, precondition);
  }

  @Endpoint('DELETE /v0/webhook_subscriptions/{subscription_id}', {
    summary: 'Delete a webhook subscription',
    description: 'Deletes the subscription and its secret permanently, and returns it as it was.',
    access: 'webhooks:write',
    answer: WebhookSubscriptionView,
  })
  deleteWebhookSubscription(
    @PathId('subscription_id', 'webhook', 3) subscriptionId: string,
    @IfMatch() precondition: Precondition,
  ) {
    return this.webhooks.delete(subscriptionId, precondition);
  }

  @Endpoint('POST /v0/webhook_subscriptions/{subscription_id}/rotate_secret', {
    summary: 'Replace the secret of a webhook subscription',
    description: `Returns a new secret, only once. For ${PREVIOUS_SECRET_HOURS} hours, the old secret also signs deliveries.`,
    access: 'webhooks:write',
    answer: CreatedWebhookSubscriptionView,
  })
  rotateWebhookSecret(
    @PathId('subscription_id', 'webhook') subscriptionId: string,
    @FromBody() _body: Empty,
  ) {
    return this.webhooks.rotateSecret(subscriptionId);
  }
}
