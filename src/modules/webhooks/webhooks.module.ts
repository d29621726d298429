import { Module } from '@nestjs/common';
import { CallLimits } from './calling/call-limits.js';
import { DeliveryWorker } from './sending/delivery-worker.js';
import { DeliveriesController } from './deliveries/deliveries.controller.js';
import { DeliveriesService } from './deliveries/deliveries.service.js';
import { DeliveryEraser } from './deliveries/delivery-eraser.js';
import { DeliveryMetrics } from './sending/delivery-metrics.js';
import { DeliverySignals } from './deliveries/delivery-signals.js';
import { DeliveryStore } from './sending/delivery-store.js';
import { ExpiredDeliveries } from './deliveries/expired-deliveries.js';
import { HostResolver, WebhookAddresses } from './calling/webhook-addresses.js';
import { WebhookCaller } from './calling/webhook-caller.js';
import { WebhookConnections } from './calling/webhook-connections.js';
import { WebhookSecrets } from './subscriptions/webhook-secrets.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';

@Module({
  controllers: [WebhooksController, DeliveriesController],
  providers: [
    ...[WebhooksService, DeliveriesService, WebhookSecrets],
    ...[DeliveryWorker, DeliveryStore, DeliverySignals, DeliveryMetrics, ExpiredDeliveries, DeliveryEraser],
    ...[WebhookCaller, WebhookConnections, WebhookAddresses, HostResolver, CallLimits],
  ],
})
export class WebhooksModule {}
