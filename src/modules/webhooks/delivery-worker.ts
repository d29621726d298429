import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectSettings } from '../../shared/config/config.module.js';
import type { Settings } from '../../shared/config/settings.js';
import { InjectDatabaseUrl } from '../../shared/database/database-url.js';
import { Lanes } from '../../shared/jobs/lanes.js';
import { DeliveryStore } from './delivery-store.js';
import { DeliveryLane } from './delivery-lane.js';
import { LANE_CHANNEL } from './deliveries.trigger.js';
import { WebhookCaller } from './calling/webhook-caller.js';

/** Subscriptions with something to deliver. */
const DUE = `
  select s.tenant_id as "tenantId", s.id from webhook_subscription s
  where s.active and exists (
    select from webhook_delivery d where d.subscription_id = s.id and d.status = 'waiting' and d.due_at <= now()
  )`;

/** Delivers what waits, in every process that is a worker. Each subscription is a lane. */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly lanes: Lanes;

  constructor(
    @InjectSettings() private readonly settings: Settings,
    @InjectDatabaseUrl() url: string,
    store: DeliveryStore,
    caller: WebhookCaller,
  ) {
    this.lanes = new Lanes(url, {
      channel: LANE_CHANNEL,
      due: DUE,
      open: (lane) => new DeliveryLane(lane, store, caller),
    });
  }

  onApplicationBootstrap(): void {
    if (this.settings.ROLE !== 'api') this.lanes.open();
  }

  /** A call that does not end in time is tried again, here or elsewhere. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.lanes.close(this.settings.SHUTDOWN_TIMEOUT_MS);
  }
}
