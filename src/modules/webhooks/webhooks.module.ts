import { Module } from '@nestjs/common';
import { CallLimits } from './call-limits.js';
import { Courier } from './courier.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryBook } from './delivery-book.js';
import { ForgetDeliveriesJob } from './forget-deliveries.job.js';
import { SubscriptionSwitch } from './subscription-switch.js';
import { WebhookAddresses } from './webhook-addresses.js';
import { WebhookCaller } from './webhook-caller.js';
import { WebhookConnections } from './webhook-connections.js';
import { WebhookNames } from './webhook-names.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';

@Module({
  controllers: [WebhooksController, DeliveriesController],
  providers: [
    ...[WebhooksService, DeliveriesService, WebhookSecrets, SubscriptionSwitch],
    ...[Courier, DeliveryBook, ForgetDeliveriesJob],
    ...[WebhookCaller, WebhookConnections, WebhookAddresses, WebhookNames, CallLimits],
  ],
})
export class WebhooksModule {}
