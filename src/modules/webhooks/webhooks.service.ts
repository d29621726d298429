import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { PreparedWrites } from '../../shared/database/records/prepared-writes.js';
import { RecordLock } from '../../shared/database/transactions/record-lock.js';
import { TenantLock } from '../../shared/database/transactions/tenant-lock.js';
import { Events } from '../../shared/events/events.js';
import type { Precondition } from '../../shared/kernel/precondition.js';
import { notFound } from '../../shared/kernel/errors.js';
import { newUuid } from '../../shared/kernel/ids.js';
import type { ListPage } from '../../shared/answers/list-page.js';
import { cancelWaiting, retryWaitingNow } from './deliveries/delivery-writes.js';
import { assertWithinLimit } from './subscriptions/subscription-limit.js';
import { allSubscriptions, subscriptionById, subscriptionView } from './subscriptions/subscription-reads.js';
import { newWebhookSecret, WebhookSecrets } from './subscriptions/webhook-secrets.js';
import { WebhookSubscription } from './subscriptions/webhook-subscription.entity.js';
import type {
  CreatedWebhookSubscriptionView,
  CreateWebhookSubscription,
  UpdateWebhookSubscription,
  WebhookSubscriptionView,
} from './subscriptions/webhooks.dto.js';
import type { WebhookEventKind } from './webhooks.events.js';

@Injectable()
export class WebhooksService {
  constructor(
    private readonly em: EntityManager,
    private readonly recordLock: RecordLock,
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly tenantLock: TenantLock,
    private readonly secrets: WebhookSecrets,
    private readonly events: Events,
  ) {}

  async list(): Promise<ListPage<WebhookSubscriptionView>> {
    const items = (await this.reads.all(allSubscriptions)).map(subscriptionView);
    return { items, hasMore: false, nextCursor: null, totalCount: items.length };
  }

  async get(subscriptionId: string): Promise<WebhookSubscriptionView> {
    const row = await this.reads.one(subscriptionById, subscriptionId);
    if (!row) throw notFound('webhook');
    return subscriptionView(row);
  }

  async create(asked: CreateWebhookSubscription): Promise<CreatedWebhookSubscriptionView> {
    await this.tenantLock.acquire('webhook subscriptions');
    assertWithinLimit(await this.em.count(WebhookSubscription));
    const id = newUuid();
    const secret = newWebhookSecret();
    const subscription = WebhookSubscription.create(id, asked, await this.secrets.seal(id, secret));
    this.em.persist(subscription);
    return { ...this.changed('webhook_subscription.created', subscription), secret };
  }

  async update(
    subscriptionId: string,
    change: UpdateWebhookSubscription,
    precondition: Precondition,
  ): Promise<WebhookSubscriptionView> {
    const subscription = await this.load(subscriptionId, precondition);
    // Also on activation: an event that was committed while it was inactive may have left a delivery.
    const isSwitched = change.active !== undefined && change.active !== subscription.active;
    const isMoved = change.url !== undefined && change.url !== subscription.url;
    subscription.change(change);
    if (isSwitched) await this.writes.run(cancelWaiting, subscriptionId);
    // A client that corrects a URL wants to see at once whether it works.
    if (isMoved) await this.writes.run(retryWaitingNow, subscriptionId);
    return this.changed('webhook_subscription.updated', subscription);
  }

  async delete(subscriptionId: string, precondition: Precondition): Promise<WebhookSubscriptionView> {
    const subscription = await this.load(subscriptionId, precondition);
    this.em.remove(subscription);
    return this.changed('webhook_subscription.deleted', subscription);
  }

  async rotateSecret(subscriptionId: string): Promise<CreatedWebhookSubscriptionView> {
    const subscription = await this.load(subscriptionId);
    const secret = newWebhookSecret();
    subscription.rotateSecret(await this.secrets.seal(subscriptionId, secret));
    return { ...this.changed('webhook_subscription.secret_rotated', subscription), secret };
  }

  /** Locks the subscription, so the state that is checked cannot change before the write. */
  private async load(subscriptionId: string, precondition?: Precondition): Promise<WebhookSubscription> {
    const subscription = await this.recordLock.findOne(WebhookSubscription, { id: subscriptionId });
    if (!subscription) throw notFound('webhook');
    precondition?.assertHolds(subscriptionView(subscription));
    return subscription;
  }

  private changed(type: WebhookEventKind, subscription: WebhookSubscription): WebhookSubscriptionView {
    const view = subscriptionView(subscription);
    this.events.record({ type, subscriptionId: view.subscriptionId });
    return view;
  }
}
