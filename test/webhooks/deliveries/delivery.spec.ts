import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { uuidOf } from '../../../src/shared/kernel/ids.js';
import { Deliveries, SUBSCRIPTIONS, useDeliveries } from './deliveries.js';
import { Receiver } from '../receiver.js';

const { service, api, strangerApi, deliveries, receiver } = useDeliveries();

describe('a delivery', () => {
  it('brings the event as it can be read, signed in both ways', async () => {
    const { secret } = await deliveries.subscribe(receiver.url);
    const topicId = await deliveries.topic();
    const [{ text, body, headers }] = (await receiver.has(1)) as [(typeof receiver.received)[number]];
    expect(body).toEqual({
      eventId: expect.stringMatching(/^event_/),
      tenantId: expect.stringMatching(/^tenant_/),
      timestamp: expect.stringMatching(/^\+\d+$/),
      payload: { type: 'topic.created', topicId },
    });
    const read = await api.get(`/v0/events/${body.eventId}`).expect(200);
    expect(read.text).toBe(text);
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': body.eventId });
    expect(new Webhook(secret).verify(text, headers as Record<string, string>)).toEqual(body);
    const tampered = text.replace('topic.created', 'topic.deleted');
    expect(() => new Webhook(secret).verify(tampered, headers as Record<string, string>)).toThrow();
    expect(Math.abs(Number(headers['x-webhook-timestamp']) - Date.now())).toBeLessThan(60_000);
    expect(headers['x-webhook-signature-256']).toBe(
      `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`,
    );
  });

  it('comes over the same connection, though somebody has notified the workers of nonsense', async () => {
    const connections = async () => {
      const { rows } = await service.pool.query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name = 'foyer-lanes' and datname = current_database()`,
      );
      return rows;
    };
    await deliveries.subscribe(receiver.url);
    const before = await connections();
    for (const nonsense of ['', 'a b', 'x'])
      await service.pool.query(`select pg_notify('foyer_webhooks', $1)`, [nonsense]);
    await deliveries.topic();
    await receiver.has(1);
    expect(before).toHaveLength(1);
    expect(new Set(await connections())).toEqual(new Set(before));
  });

  it('is there for every subscription that asked, of this tenant alone', async () => {
    const other = await Receiver.open();
    const off = await deliveries.subscribe(receiver.url, { active: false });
    const none = await deliveries.subscribe(receiver.url, { events: [] });
    const foreign = await new Deliveries(service, 'stranger').subscribe(receiver.url);
    const asked = await Promise.all([
      deliveries.subscribe(other.url),
      deliveries.subscribe(other.url, { ordering: 'none' }),
    ]);
    const topicId = await deliveries.topic();
    const received = await other.has(2);
    expect(received.map(({ body }) => body.payload.topicId)).toEqual([topicId, topicId]);
    for (const subscription of asked) {
      expect(await deliveries.settled(subscription)).toEqual([
        expect.objectContaining({ status: 'delivered', eventType: 'topic.created' }),
      ]);
    }
    for (const subscription of [off, none]) expect(await deliveries.list(subscription)).toEqual([]);
    expect(await new Deliveries(service, 'stranger').list(foreign)).toEqual([]);
    expect(receiver.received).toEqual([]);
    await other.close();
  });

  it('can be read with what was sent and what was answered', async () => {
    receiver.answers(201);
    const subscription = await deliveries.subscribe(receiver.url);
    await deliveries.topic();
    const [delivery] = await deliveries.settled(subscription);
    const { body, headers, text } = receiver.received[0]!;
    expect(delivery).toEqual({
      deliveryId: expect.stringMatching(/^delivery_[0-9a-z]{26}$/),
      subscriptionId: subscription.subscriptionId,
      eventId: body.eventId,
      eventType: 'topic.created',
      status: 'delivered',
      attemptsCount: 1,
      lastAttemptAt: expect.stringMatching(/^\+\d+$/),
      responseStatus: 201,
      error: null,
      nextAttemptAt: null,
      createdAt: body.timestamp,
    });
    const details = await deliveries.one(delivery!);
    expect(details).toEqual({
      ...delivery,
      request: { url: receiver.url, headers: expect.any(Object), body: text },
      attempts: [
        {
          attemptNumber: 1,
          url: receiver.url,
          startedAt: delivery!.lastAttemptAt,
          durationMs: expect.any(Number),
          responseStatus: 201,
          responseBody: 'as told',
          error: null,
          errorDetail: null,
        },
      ],
    });
    for (const [name, value] of Object.entries(details.request!.headers)) expect(headers[name]).toBe(value);
    expect(JSON.stringify(details)).not.toMatch(/signature|whsec/);
    expect(await deliveries.list(subscription, 'status=waiting')).toEqual([]);
    expect(await deliveries.list(subscription, `eventId=${body.eventId}`)).toHaveLength(1);
    const foreign = `${SUBSCRIPTIONS}/${subscription.subscriptionId}/deliveries`;
    await strangerApi.get(foreign).expect(404);
  });

  it('is not made for what is rolled back', async () => {
    const { subscriptionId } = await deliveries.subscribe(receiver.url);
    const topicId = await deliveries.topic();
    const client = await service.pool.connect();
    await client.query('begin');
    await client.query(
      `insert into event (id, tenant_id, type, resource, payload, created_at)
       select new_uuid(), tenant_id, type, resource, payload, created_at from event where resource = $1`,
      [topicId],
    );
    const made = await client.query('select from webhook_delivery where subscription_id = $1', [
      uuidOf('webhook', subscriptionId),
    ]);
    expect(made.rowCount).toBe(2);
    await client.query('rollback');
    client.release();
    expect(await deliveries.settled({ subscriptionId })).toHaveLength(1);
    expect(receiver.received).toHaveLength(1);
  });
});

describe('a test', () => {
  it('is delivered whatever kinds the subscription has', async () => {
    for (const events of [[], ['webhook_subscription.tested']]) {
      const subscription = await deliveries.subscribe(receiver.url, { events });
      const before = receiver.received.length;
      const { body } = await api.post(`${SUBSCRIPTIONS}/${subscription.subscriptionId}/test`, {}).expect(201);
      const received = await receiver.has(before + 1);
      expect(received.at(-1)!.body).toMatchObject({
        eventId: (body as { eventId: string }).eventId,
        payload: { type: 'webhook_subscription.tested', subscriptionId: subscription.subscriptionId },
      });
      expect(await deliveries.settled(subscription)).toEqual([
        expect.objectContaining({ ...body, attemptsCount: 1 }),
      ]);
    }
  });
});

describe('a new secret', () => {
  it('signs at once, and the old one goes on to for a day', async () => {
    const { secret: old, subscriptionId } = await deliveries.subscribe(receiver.url);
    const rotated = await api.post(`${SUBSCRIPTIONS}/${subscriptionId}/rotate_secret`, {}).expect(200);
    const { secret } = rotated.body as { secret: string };
    expect(secret).not.toBe(old);
    await deliveries.topic();
    const [both] = await receiver.has(1);
    const headers = both!.headers as Record<string, string>;
    for (const each of [old, secret])
      expect(new Webhook(each).verify(both!.text, headers)).toEqual(both!.body);
    await service.pool.query(`update webhook_subscription set previous_until = now()`);
    await deliveries.topic();
    const [, later] = await receiver.has(2);
    expect(new Webhook(secret).verify(later!.text, later!.headers as Record<string, string>)).toEqual(
      later!.body,
    );
    expect(() => new Webhook(old).verify(later!.text, later!.headers as Record<string, string>)).toThrow();
  });
});
