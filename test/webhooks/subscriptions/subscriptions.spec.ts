import type {
  CreatedWebhookSubscriptionView,
  WebhookSubscriptionView,
} from '../../../src/modules/webhooks/subscriptions/webhooks.dto.js';
import { exampleId } from '../../../src/shared/kernel/example-ids.js';
import { recordedEvents } from '../../support/recorded-events.js';
import { useTestService } from '../../support/test-service.js';
import { WIRE_TIME } from '../../support/api/wire-values.js';

const LIST = '/v0/webhook_subscriptions';
const EXAMPLE = `${LIST}/${exampleId('webhook')}`;
const ASKED = { url: 'https://hooks.example.com/a', events: ['form.submitted', 'topic.entry.created'] };

const { service, api, strangerApi } = useTestService();

async function create(body: object = ASKED): Promise<CreatedWebhookSubscriptionView> {
  return (await api.post(LIST, body).expect(201)).body as CreatedWebhookSubscriptionView;
}

function withoutSecret(created: CreatedWebhookSubscriptionView): WebhookSubscriptionView {
  const { secret, ...view } = created;
  expect(secret).toBeDefined();
  return view;
}

describe('POST /v0/webhook_subscriptions', () => {
  it('makes a subscription, and shows its secret this once', async () => {
    const created = await create();
    expect(created).toEqual({
      subscriptionId: expect.stringMatching(/^webhook_[0-9a-z]{26}$/),
      ...ASKED,
      active: true,
      ordering: 'resource',
      disabledReason: null,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      createdAt: expect.stringMatching(WIRE_TIME),
      updatedAt: expect.stringMatching(WIRE_TIME),
    });
    const { body } = await api.get(`${LIST}/${created.subscriptionId}`).expect(200);
    expect(body).toEqual(withoutSecret(created));
  });

  it('gives each a secret of its own', async () => {
    expect((await create()).secret).not.toBe((await create()).secret);
  });

  it('can make one that is off for now, or that waits for nothing', async () => {
    expect(await create({ ...ASKED, events: [], active: false })).toMatchObject({
      events: [],
      active: false,
    });
  });

  it('drops repeats, and keeps the order', async () => {
    const events = ['topic.updated', 'form.enriched', 'topic.updated', 'form.enriched'];
    expect((await create({ ...ASKED, events })).events).toEqual(['topic.updated', 'form.enriched']);
  });
});

describe('GET /v0/webhook_subscriptions', () => {
  it('answers all of them, newest first, without secrets', async () => {
    const older = await create();
    const newer = await create();
    const { body } = await api.get(LIST).expect(200);
    const items = body.items as WebhookSubscriptionView[];
    expect(items.slice(0, 2)).toEqual([withoutSecret(newer), withoutSecret(older)]);
    expect(items.at(-1)!.subscriptionId).toBe(exampleId('webhook'));
    expect(body).toEqual({ items, hasMore: false, nextCursor: null, totalCount: items.length });
  });

  it('is empty for a tenant that has none', async () => {
    const { body } = await strangerApi.get(LIST).expect(200);
    expect(body).toEqual({ items: [], hasMore: false, nextCursor: null, totalCount: 0 });
  });

  it('takes no parameters', async () => {
    const { body } = await api.get(`${LIST}?limit=5`).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ parameter: 'limit', code: 'unknown_parameter' })]);
  });
});

describe('PATCH /v0/webhook_subscriptions/{subscription_id}', () => {
  it.each([
    {},
    { url: 'http://localhost:8080/hook?tenant=1' },
    { events: [] },
    { events: ['webhook_subscription.deleted'] },
    { active: false },
  ])('changes %j and leaves the rest', async (change) => {
    const created = await create();
    const { body } = await api.patch(`${LIST}/${created.subscriptionId}`, change).expect(200);
    expect(body).toEqual({ ...withoutSecret(created), ...change, updatedAt: body.updatedAt });
    expect((await api.get(`${LIST}/${created.subscriptionId}`)).body).toEqual(body);
  });

  it.each([
    [{ url: null }, '/url', 'wrong_type'],
    [{ events: null }, '/events', 'wrong_type'],
    [{ active: null }, '/active', 'wrong_type'],
    [{ active: 'yes' }, '/active', 'wrong_type'],
    [{ secret: 'whsec_mine' }, '/secret', 'unknown_property'],
    [{ subscriptionId: 'webhook_x' }, '/subscriptionId', 'unknown_property'],
  ])('refuses %j', async (change, pointer, code) => {
    const { body } = await api.patch(EXAMPLE, change).expect(400);
    expect(body.errors).toEqual([expect.objectContaining({ pointer, code })]);
  });
});

describe('DELETE /v0/webhook_subscriptions/{subscription_id}', () => {
  it('answers the subscription as it was, and then it is gone', async () => {
    const created = await create();
    const path = `${LIST}/${created.subscriptionId}`;
    expect((await api.delete(path).expect(200)).body).toEqual(withoutSecret(created));
    expect((await api.delete(path).expect(404)).body.code).toBe('webhook_not_found');
    await api.get(path).expect(404);
    await api.patch(path, { active: true }).expect(404);
  });
});

describe('a change to a subscription', () => {
  it('leaves an event that names it, and nothing of the secret', async () => {
    const { subscriptionId } = await create();
    await api.patch(`${LIST}/${subscriptionId}`, { active: false }).expect(200);
    await api.delete(`${LIST}/${subscriptionId}`).expect(200);
    const types = ['created', 'updated', 'deleted'].map((how) => `webhook_subscription.${how}`);
    expect(await recordedEvents(service, { subscriptionId })).toEqual(
      types.map((type) => ({ type, subscriptionId })),
    );
  });
});
