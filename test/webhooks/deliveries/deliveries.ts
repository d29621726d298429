import type {
  DeliveryDetailsView,
  DeliveryView,
} from '../../../src/modules/webhooks/deliveries/deliveries.dto.js';
import type {
  CreatedWebhookSubscriptionView,
  WebhookSubscriptionView,
} from '../../../src/modules/webhooks/subscriptions/webhooks.dto.js';
import { uuidOf } from '../../../src/shared/kernel/ids.js';
import {
  useTestService,
  type TestService,
  type TestTenant,
  type UsedTestService,
} from '../../support/test-service.js';
import { until } from '../../support/until.js';
import { Receiver } from '../receiver.js';

export const SUBSCRIPTIONS = '/v0/webhook_subscriptions';

/** What a test asks about deliveries, as the caller of the interface would. */
export class Deliveries {
  constructor(
    private readonly service: TestService,
    private readonly as: 'home' | 'stranger' = 'home',
  ) {}

  private get tenant(): TestTenant {
    return this.service[this.as];
  }

  async subscribe(url: string, body: object = {}): Promise<CreatedWebhookSubscriptionView> {
    const asked = { url, events: ['topic.created', 'topic.updated'], ...body };
    return (await this.tenant.api.post(SUBSCRIPTIONS, asked).expect(201))
      .body as CreatedWebhookSubscriptionView;
  }

  async subscription({ subscriptionId }: { subscriptionId: string }): Promise<WebhookSubscriptionView> {
    return (await this.tenant.api.get(`${SUBSCRIPTIONS}/${subscriptionId}`).expect(200))
      .body as WebhookSubscriptionView;
  }

  async topic(title = 'News'): Promise<string> {
    const { body } = await this.tenant.api.post('/v0/topics', { title, purpose: 'p' }).expect(201);
    return (body as { topicId: string }).topicId;
  }

  async list({ subscriptionId }: { subscriptionId: string }, query = ''): Promise<DeliveryView[]> {
    const { body } = await this.tenant.api
      .get(`${SUBSCRIPTIONS}/${subscriptionId}/deliveries?${query}`)
      .expect(200);
    return (body as { items: DeliveryView[] }).items;
  }

  async one({ subscriptionId, deliveryId }: DeliveryView): Promise<DeliveryDetailsView> {
    const path = `${SUBSCRIPTIONS}/${subscriptionId}/deliveries/${deliveryId}`;
    return (await this.tenant.api.get(path).expect(200)).body as DeliveryDetailsView;
  }

  /** Waits until all have come so far. */
  settled(subscription: { subscriptionId: string }, attempts = 1): Promise<DeliveryView[]> {
    return until(async () => {
      const all = await this.list(subscription, 'limit=100');
      const isSettled = all.length > 0 && all.every(({ attemptsCount }) => attemptsCount >= attempts);
      return isSettled ? all : undefined;
    });
  }

  /**
   * As if the time until the next attempt had gone by. The subscription is locked first, as by all who change deliveries:
   * else the worker may postpone those behind a failure until the time at which that one was due before.
   */
  async letTimePass({ subscriptionId }: { subscriptionId: string }): Promise<void> {
    const id = uuidOf('webhook', subscriptionId);
    const client = await this.service.pool.connect();
    await client.query('begin');
    await client.query('select from webhook_subscription where id = $1 for no key update', [id]);
    await client.query(
      `update webhook_delivery set due_at = now()
       where subscription_id = $1 and status = 'waiting' and due_at > now()`,
      [id],
    );
    await client.query(`select pg_notify('foyer_webhooks', $1)`, [this.tenant.id]);
    await client.query('commit');
    client.release();
  }

  async attemptsOf(subscription: { subscriptionId: string }, eventId: string): Promise<number> {
    return (await this.list(subscription, `eventId=${eventId}`))[0]!.attemptsCount;
  }

  /** So many events about one topic, all in one moment. */
  async happen(topicId: string, count: number): Promise<void> {
    await this.service.pool.query(
      `insert into event (id, tenant_id, type, resource, payload, created_at)
       select new_uuid(), $1, 'topic.updated', $2::text,
         json_build_object('type', 'topic.updated', 'topicId', $2::text), now()
       from generate_series(1, $3::int)`,
      [this.tenant.id, topicId, count],
    );
  }

  /** How many wait that could be tried at once. */
  async dueNow({ subscriptionId }: { subscriptionId: string }): Promise<number> {
    const { rows } = await this.service.pool.query<{ due: number }>(
      `select count(*)::int as due from webhook_delivery
       where subscription_id = $1 and status = 'waiting' and due_at <= now()`,
      [uuidOf('webhook', subscriptionId)],
    );
    return rows[0]!.due;
  }
}

export interface UsedDeliveries extends UsedTestService {
  deliveries: Deliveries;
  /** Open during each test, and as good as new in each. */
  receiver: Receiver;
}

/** A service with a worker that may reach this machine, and somebody here who takes what it delivers. */
export function useDeliveries(environment: NodeJS.ProcessEnv = {}): UsedDeliveries {
  const used = useTestService({ ROLE: 'all', WEBHOOK_ALLOW_PRIVATE: '127.0.0.1', ...environment });
  const receiver = new Receiver();
  beforeEach(() => receiver.open());
  afterEach(() => receiver.close());
  return { ...used, deliveries: new Deliveries(used.service), receiver };
}
