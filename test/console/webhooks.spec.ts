import { until } from '../support/until.js';
import { Receiver } from '../webhooks/receiver.js';
import { useConsole } from './console-visitor.js';

const { service, api, visitor } = useConsole({ ROLE: 'all', WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' });

const signedIn = () => visitor().signIn(service.home.key);

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

it("another tenant's subscription is not found", async () => {
  const { subscriptionId } = await subscribe();
  const other = await visitor().signIn(service.stranger.key);
  await other.get(`/webhooks/${subscriptionId}`).expect(404);
  const { text } = await other.get('/webhooks').expect(200);
  expect(text).toContain('No subscriptions yet');
  const [, token] = /name="form_token" value="([^"]+)"/.exec(text)!;
  await other.post(`/webhooks/${subscriptionId}/switch_off`, { form_token: token! }).expect(404);
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
