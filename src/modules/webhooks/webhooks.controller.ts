import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { Empty, FromBody, IfMatch, PathId } from '../../shared/http/endpoint/inputs.js';
import { Precondition } from '../../shared/kernel/precondition.js';
import { OLD_SECRET_HOURS } from './subscriptions/webhook-subscription.entity.js';
import {
  CreatedWebhookSubscriptionView,
  CreateWebhookSubscription,
  UpdateWebhookSubscription,
  WebhookSubscriptionListView,
  WebhookSubscriptionView,
} from './subscriptions/webhooks.dto.js';
import { MAX_SUBSCRIPTIONS, WebhooksService } from './webhooks.service.js';

@Controller()
@ApiTags('webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Endpoint('GET /v0/webhook_subscriptions', {
    summary: 'List webhook subscriptions',
    description: `All subscriptions, newest first, in one answer: there are ${MAX_SUBSCRIPTIONS} at most.`,
    access: 'webhooks:read',
    answer: WebhookSubscriptionListView,
  })
  listWebhookSubscriptions() {
    return this.webhooks.list();
  }

  @Endpoint('POST /v0/webhook_subscriptions', {
    summary: 'Create a webhook subscription',
    description:
      'Answers the subscription with the secret that signs its deliveries. The secret is shown this once only.',
    access: 'webhooks:write',
    conflict: {
      code: 'too_many_subscriptions',
      when: `There are ${MAX_SUBSCRIPTIONS} subscriptions already.`,
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
    description: 'Changes what is given and leaves the rest; `events` is replaced whole. The secret stays.',
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
    description: 'Deletes the subscription with its secret for good, and answers it as it was.',
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
    description: `Answers a new secret, this once only. For ${OLD_SECRET_HOURS} hours deliveries are signed with the old one as well.`,
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
