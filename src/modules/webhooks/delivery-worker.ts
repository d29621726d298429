import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectSettings } from '../../shared/config/config.module.js';
import type { Settings } from '../../shared/config/settings.js';
import { InjectDirectUrl } from '../../shared/database/database-url.js';
import { LaneDispatcher } from '../../shared/jobs/lane-dispatcher.js';
import { WebhookCaller } from './calling/webhook-caller.js';
import { LANE_CHANNEL } from './deliveries.trigger.js';
import { DeliveryLane } from './delivery-lane.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { DeliveryStore } from './delivery-store.js';

const DUE_LANES = `
  select s.tenant_id as "tenantId", s.id from webhook_subscription s
  where s.active and exists (
    select from webhook_delivery d
    where d.tenant_id = s.tenant_id and d.subscription_id = s.id and d.status = 'waiting' and d.due_at <= now()
  )`;

/** Sends deliveries, in every process that is a worker. Each subscription is a lane. */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly dispatcher: LaneDispatcher;

  constructor(
    @InjectSettings() private readonly settings: Settings,
    @InjectDirectUrl() url: string,
    store: DeliveryStore,
    caller: WebhookCaller,
    metrics: DeliveryMetrics,
  ) {
    this.dispatcher = new LaneDispatcher(url, {
      channel: LANE_CHANNEL,
      dueLanes: DUE_LANES,
      create: (lane) => new DeliveryLane(lane, store, caller, metrics),
    });
  }

  onApplicationBootstrap(): void {
    if (this.settings.ROLE !== 'api') this.dispatcher.start();
  }

  /** A call that does not end in time is made again, here or in another process. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.dispatcher.stop(this.settings.SHUTDOWN_TIMEOUT_MS);
  }
}
