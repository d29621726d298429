import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { PreparedWrites } from '../../shared/database/prepared-writes.js';
import { Events } from '../../shared/events/events.js';
import { wireId } from '../../shared/kernel/ids.js';
import { cancelWaiting } from './delivery-sql.js';
import { WebhookSubscription, type DisabledReason } from './webhook-subscription.entity.js';

/** Switches off subscriptions that nobody takes deliveries for any more. */
@Injectable()
export class SubscriptionSwitch {
  constructor(
    private readonly em: EntityManager,
    private readonly writes: PreparedWrites,
    private readonly events: Events,
  ) {}

  /** The subscription is held. */
  async switchOff(id: string, disabledReason: DisabledReason): Promise<void> {
    const subscription = await this.em.findOneOrFail(WebhookSubscription, id);
    subscription.disable(disabledReason);
    await this.writes.run(cancelWaiting, id);
    const subscriptionId = wireId('webhook', id);
    this.events.record({ type: 'webhook_subscription.disabled', subscriptionId, disabledReason });
  }
}
