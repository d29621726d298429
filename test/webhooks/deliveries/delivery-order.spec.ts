import { atOnce, AT_ONCE, MANY_CONNECTIONS } from '../../support/api/at-once.js';
import { uuidOf, wireId } from '../../../src/shared/kernel/ids.js';
import { until } from '../../support/until.js';
import { SUBSCRIPTIONS, useDeliveries } from './deliveries.js';
import { Receiver } from '../receiver.js';

const { service, api, deliveries, receiver } = useDeliveries(MANY_CONNECTIONS);

/** Else a slow machine tries again before the test does. */
const NOT_BY_ITSELF = { 'retry-after': '3600' };
const COUNT = 20;

async function rename(topicId: string, count = COUNT): Promise<void> {
  for (let index = 0; index < count; index++) {
    await api.patch(`/v0/topics/${topicId}`, { sortOrder: index }).expect(200);
  }
}

/** The events about one topic, in the order in which they happened. */
async function eventsAbout(topicId: string): Promise<string[]> {
  const { rows } = await service.pool.query<{ id: string }>(
    'select id from event where resource = $1 order by seq',
    [topicId],
  );
  return rows.map(({ id }) => wireId('event', id));
}

const arrived = (topicId: string) =>
  receiver.received.filter(({ body }) => body.payload.topicId === topicId).map(({ body }) => body.eventId);

it('brings the events of one resource one after the other, and those of others side by side', async () => {
  const topics = await Promise.all([deliveries.topic(), deliveries.topic(), deliveries.topic()]);
  await deliveries.subscribe(receiver.url);
  await Promise.all(topics.map((topicId) => rename(topicId)));
  await receiver.has(3 * COUNT);
  for (const topicId of topics) expect(arrived(topicId)).toEqual((await eventsAbout(topicId)).slice(1));
});

it('keeps the order of changes that were made at once', async () => {
  const topicId = await deliveries.topic();
  await deliveries.subscribe(receiver.url);
  await atOnce(service, (sortOrder) => api.patch(`/v0/topics/${topicId}`, { sortOrder }).expect(200));
  await receiver.has(AT_ONCE);
  expect(arrived(topicId)).toEqual((await eventsAbout(topicId)).slice(1));
});

it('holds back what comes after a failure, until that is delivered', async () => {
  const [blocked, free] = [await deliveries.topic(), await deliveries.topic()];
  const subscription = await deliveries.subscribe(receiver.url);
  let isFailing = true;
  receiver.answers(({ body }, answer) => {
    const isRefused = isFailing && body.payload.topicId === blocked && arrived(blocked).length > 2;
    answer.writeHead(isRefused ? 500 : 200, isRefused ? NOT_BY_ITSELF : {}).end();
  });
  await rename(blocked, 6);
  await rename(free, 6);
  await receiver.has(3 + 6);
  const happened = (await eventsAbout(blocked)).slice(1);
  await until(async () => (await deliveries.attemptsOf(subscription, happened[2]!)) === 1);
  await deliveries.letTimePass(subscription);
  await receiver.has(4 + 6);
  expect(arrived(blocked)).toEqual([...happened.slice(0, 3), happened[2]]);
  expect(arrived(free)).toHaveLength(6);
  await rename(blocked, 2);
  await until(async () => (await deliveries.attemptsOf(subscription, happened[2]!)) === 2);
  isFailing = false;
  await deliveries.letTimePass(subscription);
  await receiver.has(4 + 6 + 6);
  expect(arrived(blocked)).toEqual([
    ...happened.slice(0, 3),
    happened[2],
    ...(await eventsAbout(blocked)).slice(3),
  ]);
});

it('lets nothing pass that waits behind one which waits itself', async () => {
  const topicId = await deliveries.topic();
  const subscription = await deliveries.subscribe(receiver.url);
  const client = await service.pool.connect();
  await client.query('begin');
  for (let count = 0; count < 3; count++) {
    await client.query(
      `insert into event (id, tenant_id, type, resource, payload, created_at)
       values (new_uuid(), $1, 'topic.updated', $2::text,
         json_build_object('type', 'topic.updated', 'topicId', $2::text), now())`,
      [service.home.id, topicId],
    );
  }
  // As after a failure of the first one: it is due after the second, but before the third.
  await client.query(
    `update webhook_delivery d set due_at = now() - moved.ago * interval '1 second'
     from (select id, (array[5, 7, 4])[row_number() over (order by seq)] as ago
       from webhook_delivery where subscription_id = $1) moved
     where moved.id = d.id`,
    [uuidOf('webhook', subscription.subscriptionId)],
  );
  await client.query('commit');
  client.release();
  await receiver.has(3);
  expect(arrived(topicId)).toEqual((await eventsAbout(topicId)).slice(1));
});

it('lets pass what is asked for by hand: a retry, and a test', async () => {
  receiver.answers(500, NOT_BY_ITSELF);
  const topicId = await deliveries.topic();
  const subscription = await deliveries.subscribe(receiver.url);
  const path = `${SUBSCRIPTIONS}/${subscription.subscriptionId}`;
  await rename(topicId, 3);
  const [, behind] = (await eventsAbout(topicId)).slice(1);
  await until(async () => (await deliveries.dueNow(subscription)) === 0);
  expect(arrived(topicId)).not.toContain(behind);
  const [held] = await deliveries.list(subscription, `eventId=${behind}`);
  await api.post(`${path}/deliveries/${held!.deliveryId}/retry`, {}).expect(200);
  await until(async () => arrived(topicId).includes(behind!));
  for (const count of [1, 2]) {
    await api.post(`${path}/test`, {}).expect(201);
    const tests = () =>
      receiver.received.filter(({ body }) => body.payload.type === 'webhook_subscription.tested');
    await until(async () => tests().length === count);
  }
});

it('tries all that waits at once where the URL has changed', async () => {
  const subscription = await deliveries.subscribe('http://127.0.0.1:1/');
  const topicId = await deliveries.topic();
  await rename(topicId, 2);
  await until(async () => (await deliveries.dueNow(subscription)) === 0);
  const path = `${SUBSCRIPTIONS}/${subscription.subscriptionId}`;
  await api.patch(path, { url: receiver.url }).expect(200);
  await receiver.has(3);
  expect(arrived(topicId)).toEqual(await eventsAbout(topicId));
});

it('brings all as soon as can be where no order is asked for', async () => {
  const topicId = await deliveries.topic();
  const subscription = await deliveries.subscribe(receiver.url, { ordering: 'none' });
  const waiting: (() => void)[] = [];
  receiver.answers((_, answer) => void waiting.push(() => answer.writeHead(200).end()));
  await rename(topicId, 5);
  await receiver.has(5);
  expect(receiver.mostAtOnce).toBe(5);
  for (const answer of waiting) answer();
  const all = await deliveries.settled(subscription);
  expect(all.every(({ status }) => status === 'delivered')).toBe(true);
});

it('is not held up by a receiver that hangs', async () => {
  const dead = await Receiver.open();
  dead.answers(() => undefined);
  const [hanging] = await Promise.all([
    deliveries.subscribe(dead.url, { ordering: 'none' }),
    deliveries.subscribe(receiver.url, { ordering: 'none' }),
  ]);
  const COUNT = 10;
  await Promise.all(Array.from({ length: COUNT }, () => deliveries.topic()));
  await Promise.all([receiver.has(COUNT), dead.has(COUNT)]);
  // Not one of its calls has come to an end by now: nobody has waited for them.
  const attempts = (await deliveries.list(hanging)).map(({ attemptsCount }) => attemptsCount);
  expect(attempts).toEqual(Array(COUNT).fill(0));
  await dead.close();
});
