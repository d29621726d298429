import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectSettings } from '../../../shared/config/config.module.js';
import type { Settings } from '../../../shared/config/settings.js';
import { InjectDirectUrl } from '../../../shared/database/driver/database-url.js';
import { BackgroundWork } from '../../../shared/jobs/background-work.js';
import { LaneDispatcher } from '../../../shared/jobs/lane-dispatcher.js';
import { WebhookCaller } from '../calling/webhook-caller.js';
import { LANE_CHANNEL } from '../deliveries/delivery-signals.js';
import { DeliveryLane } from './delivery-lane.js';
import { DeliveryMetrics } from './delivery-metrics.js';
import { DeliveryStore } from './delivery-store.js';

/** Reads only the first waiting delivery of each subscription, and skips to the next subscription. */
const firstWaiting = (after: string) => `
  select d.tenant_id, d.subscription_id, d.due_at from webhook_delivery d
  where d.status = 'waiting' ${after} order by d.tenant_id, d.subscription_id, d.due_at limit 1`;

export const DUE_LANES = `
  with recursive first_waiting as (
    (${firstWaiting('')})
    union all
    select next.* from first_waiting f, lateral (
      ${firstWaiting('and (d.tenant_id, d.subscription_id) > (f.tenant_id, f.subscription_id)')}
    ) next
  )
  select s.tenant_id as "tenantId", s.id
  from first_waiting f join webhook_subscription s on s.tenant_id = f.tenant_id and s.id = f.subscription_id
  where s.active and f.due_at <= now()`;

/** To plan it each time took ten times as long as to carry it out, and it is asked after nearly each change. */
export const DUE_LANES_OF_TENANTS = {
  name: 'webhook_subscription.due',
  text: `
    select s.tenant_id as "tenantId", s.id
    from webhook_subscription s cross join lateral (
      ${firstWaiting('and d.tenant_id = s.tenant_id and d.subscription_id = s.id')}
    ) first
    where s.tenant_id = any ($1::uuid[]) and s.active and first.due_at <= now()`,
};

/** Sends deliveries in every worker process. Each subscription is a lane. */
@Injectable()
export class DeliveryWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly dispatcher: LaneDispatcher;

  constructor(
    @InjectSettings() private readonly settings: Settings,
    @InjectDirectUrl() url: string,
    store: DeliveryStore,
    caller: WebhookCaller,
    metrics: DeliveryMetrics,
    background: BackgroundWork,
  ) {
    this.dispatcher = new LaneDispatcher(background, url, {
      channel: LANE_CHANNEL,
      dueLanes: DUE_LANES,
      dueLanesOfTenants: DUE_LANES_OF_TENANTS,
      create: (lane) => new DeliveryLane(lane, store, caller, metrics),
    });
  }

  onApplicationBootstrap(): void {
    if (this.settings.ROLE !== 'api') this.dispatcher.start(this.settings.SHUTDOWN_TIMEOUT_MS);
  }

  /** A call that does not end in time is repeated later, in this or another process. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.dispatcher.stop(this.settings.SHUTDOWN_TIMEOUT_MS);
  }
}
