import { verifyWebhook, type WebhookHeaders } from '@foyer/client';
import { until } from '../support/until.js';
import { Receiver } from '../webhooks/receiver.js';
import { hiddenIn, useConsole } from './console-visitor.js';

const { service, api, visitor, signedIn } = useConsole({ ROLE: 'all', WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' });

let receiver: Receiver;
beforeEach(async () => {
  receiver = await Receiver.open();
});
afterEach(() => receiver.close());

interface Subscription {
  subscriptionId: string;
  active: boolean;
}

async function subscribe(url = receiver.url): Promise<Subscription> {
  const { body } = await api
    .post('/v0/webhook_subscriptions', { url, events: ['topic.created'] })
    .expect(201);
  return body as Subscription;
}

const stored = async ({ subscriptionId }: Subscription) =>
  (await api.get(`/v0/webhook_subscriptions/${subscriptionId}`).expect(200)).body as Subscription;

it('lists subscriptions, switches them off and on, and tests them', async () => {
  const subscription = await subscribe();
  const kim = await signedIn();
  const path = `/webhooks/${subscription.subscriptionId}`;
  expect((await kim.get('/webhooks').expect(200)).text).toContain(`href="${path}"`);
  await kim.fill(path, {}, 303, `${path}/switch_off`);
  expect(await stored(subscription)).toMatchObject({ active: false });
  await kim.fill(path, {}, 303, `${path}/switch_on`);
  expect(await stored(subscription)).toMatchObject({ active: true });
  await kim.fill(path, {}, 303, `${path}/test`);
  const [received] = await receiver.has(1);
  expect(received!.body.payload.type).toBe('webhook_subscription.tested');
});

it('a refused button leaves states that are read at the address of the screen', async () => {
  const subscription = await subscribe();
  const kim = await visitor().signIn(await service.keyWith(['webhooks:read']));
  const path = `/webhooks/${subscription.subscriptionId}`;
  const { text } = await kim.fill(path, {}, 403, `${path}/test`);
  expect(text).toContain('webhooks:write');
  expect(text).toContain(`data-at="${path}"`);
});

it('shows what a receiver answered, and delivers again', async () => {
  receiver.answers(500);
  const subscription = await subscribe();
  const kim = await signedIn();
  const path = `/webhooks/${subscription.subscriptionId}`;
  expect((await kim.get(path).expect(200)).text).toContain('No deliveries here');
  await api.post('/v0/topics', { title: 'Told <b>' }).expect(201);
  const { text } = await until(async () => {
    const shown = await kim.get(path).expect(200);
    return shown.text.includes('HTTP 500') && shown;
  });
  expect(text).toContain('1 attempt<');
  const [, delivery] = new RegExp(`href="(${path}/deliveries/[^"]+)"`).exec(text)!;
  const details = await kim.get(delivery!).expect(200);
  expect(details.text).toContain('as told');
  expect(details.text).toContain('topic.created');
  receiver.answers(204);
  await kim.fill(delivery!, {}, 303, `${delivery}/retry`);
  await until(async () => (await kim.get(delivery!).expect(200)).text.includes('HTTP 204'));
  expect((await kim.get(`${path}?status=failed`).expect(200)).text).toContain('No deliveries here');
});

describe('a subscription', () => {
  const PATH = '/webhooks/new';

  it('is created with a secret that is shown once, and signs its deliveries', async () => {
    const kim = await signedIn();
    const { text } = await kim.get(PATH).expect(200);
    const form = { url: receiver.url, events: ['topic.created', 'topic.deleted'], ordering: 'none' };
    const sent = { ...hiddenIn(text, PATH), ...form };
    const created = await kim.post(PATH, sent).expect(200);
    const [, secret] = /<code>(whsec_[^<]+)<\/code>/.exec(created.text)!;
    // Sent again, as by a double click, it is the same subscription.
    expect((await kim.post(PATH, sent).expect(200)).text).toContain(secret);
    const [, path] = /class="button" href="(\/webhooks\/[^"]+)"/.exec(created.text)!;
    const subscriptionId = path!.split('/').at(-1)!;
    expect(await stored({ subscriptionId, active: true })).toMatchObject({ ...form, active: true });
    expect((await kim.get(path!).expect(200)).text).not.toContain(secret);
    await kim.fill(path!, {}, 303, `${path}/test`);
    const [received] = await receiver.has(1);
    const { headers, text: body } = received!;
    expect((await verifyWebhook(headers as WebhookHeaders, body, secret!)).eventId).toBe(
      received!.body.eventId,
    );
  });

  it('is edited, with each problem at its field', async () => {
    const subscription = await subscribe();
    const kim = await signedIn();
    const path = `/webhooks/${subscription.subscriptionId}/edit`;
    await kim.fill(path, { url: receiver.url, events: ['page.created'], ordering: 'resource' }, 303);
    expect(await stored(subscription)).toMatchObject({ events: ['page.created'], ordering: 'resource' });
    const wrong = await kim.fill(
      path,
      { url: 'ftp://receiver', events: ['no.such_event'], ordering: 'none' },
      400,
    );
    for (const field of ['url', 'events']) expect(wrong.text).toContain(`id="field-${field}-problem"`);
  });

  it('without events says that nothing is sent', async () => {
    const { subscriptionId } = await subscribe();
    await api.patch(`/v0/webhook_subscriptions/${subscriptionId}`, { events: [] }).expect(200);
    const kim = await signedIn();
    expect((await kim.get(`/webhooks/${subscriptionId}`).expect(200)).text).toContain(
      'No events: nothing is sent',
    );
  });

  it('gets a new secret, and is deleted, after saying what that ends', async () => {
    const subscription = await subscribe();
    const kim = await signedIn();
    const path = `/webhooks/${subscription.subscriptionId}`;
    expect((await kim.get(`${path}/rotate`).expect(200)).text).toContain('For 24 hours the old one signs');
    const { text } = await kim.fill(`${path}/rotate`, {}, 200);
    expect(text).toMatch(/<code>whsec_/);
    expect((await kim.get(`${path}/delete`).expect(200)).text).toContain('deleted for good');
    await kim.fill(`${path}/delete`, {}, 303);
    await api.get(`/v0/webhook_subscriptions/${subscription.subscriptionId}`).expect(404);
  });

  it('shows its health, and delivers the events of a time again', async () => {
    const subscription = await subscribe();
    const path = `/webhooks/${subscription.subscriptionId}`;
    await api.post('/v0/topics', { title: 'Replayed' }).expect(201);
    await receiver.has(1);
    const kim = await signedIn();
    const { text } = await until(async () => {
      const shown = await kim.get(path).expect(200);
      return /<dt>Delivered<\/dt><dd>1<\/dd>/.test(shown.text) && shown;
    });
    expect(text).toContain('<dt>Failed</dt><dd>0</dd>');
    const span = { from: new Date(Date.now() - 3_600_000).toISOString().slice(0, 16), to: '' };
    const counted = await kim.fill(`${path}/replay`, span, 200, `${path}/replay/count`);
    expect(counted.text).toMatch(/events? would be delivered again/);
    expect(receiver.received).toHaveLength(1);
    await kim.fill(`${path}/replay`, span, 303);
    await receiver.has(2);
    const wrong = await kim.fill(`${path}/replay`, { from: '', to: '' }, 400);
    expect(wrong.text).toContain('id="field-from-problem"');
  });
});

it("another tenant's subscription is not found", async () => {
  const { subscriptionId } = await subscribe();
  const other = await visitor().signIn(service.stranger.key);
  await other.get(`/webhooks/${subscriptionId}`).expect(404);
  for (const part of ['edit', 'rotate', 'delete', 'replay'])
    await other.get(`/webhooks/${subscriptionId}/${part}`).expect(404);
  const { text } = await other.get('/webhooks').expect(200);
  expect(text).toContain('No subscriptions yet');
  const [, token] = /name="form_token" value="([^"]+)"/.exec(text)!;
  const fields = { form_token: token!, url: receiver.url, from: '2026-01-01T00:00' };
  for (const part of ['switch_off', 'edit', 'rotate', 'delete', 'replay', 'replay/count'])
    await other.post(`/webhooks/${subscriptionId}/${part}`, fields).expect(404);
});

it('a switched-off subscription can not be tested, and says why', async () => {
  const subscription = await subscribe();
  const kim = await signedIn();
  const path = `/webhooks/${subscription.subscriptionId}`;
  const { text } = await kim.get(path).expect(200);
  await api.patch(`/v0/webhook_subscriptions/${subscription.subscriptionId}`, { active: false }).expect(200);
  const [, token] = /name="form_token" value="([^"]+)"/.exec(text)!;
  const refused = await kim.post(`${path}/test`, { form_token: token!, once: 'x' }).expect(409);
  expect(refused.text).toContain('role="alert"');
});
