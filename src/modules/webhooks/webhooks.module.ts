import { Module } from '@nestjs/common';
import { CallLimits } from './call-limits.js';
import { WebhookAddresses } from './webhook-addresses.js';
import { WebhookCaller } from './webhook-caller.js';
import { WebhookConnections } from './webhook-connections.js';
import { WebhookNames } from './webhook-names.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';

@Module({
  controllers: [WebhooksController],
  providers: [
    WebhooksService,
    WebhookSecrets,
    WebhookCaller,
    WebhookConnections,
    WebhookAddresses,
    WebhookNames,
    CallLimits,
  ],
})
export class WebhooksModule {}
