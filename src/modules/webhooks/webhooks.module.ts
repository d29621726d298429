import { Module } from '@nestjs/common';
import { CallLimits } from './calling/call-limits.js';
import { DeliveryWorker } from './delivery-worker.js';
import { DeliveriesController } from './deliveries.controller.js';
import { DeliveriesService } from './deliveries.service.js';
import { DeliveryEraser } from './delivery-eraser.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { DeliverySignals } from './delivery-signals.js';
import { DeliveryStore } from './delivery-store.js';
import { ExpiredDeliveries } from './expired-deliveries.js';
import { HostResolver, WebhookAddresses } from './calling/webhook-addresses.js';
import { WebhookCaller } from './calling/webhook-caller.js';
import { WebhookConnections } from './calling/webhook-connections.js';
import { WebhookSecrets } from './webhook-secrets.js';
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
