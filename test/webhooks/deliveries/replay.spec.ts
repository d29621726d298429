import type { ServerResponse } from 'node:http';
import { Deliveries, SUBSCRIPTIONS, useDeliveries } from './deliveries.js';

const { service, api, strangerApi, deliveries, receiver } = useDeliveries();

describe('a replay', () => {
  const replay = (subscriptionId: string, body: object) =>
    api.post(`${SUBSCRIPTIONS}/${subscriptionId}/replay`, body);

  it('counts first, and then delivers all of that time again, and what was never delivered', async () => {
    const from = `+${Date.now()}`;
    const before = [await deliveries.topic('One'), await deliveries.topic('Two')];
    const { subscriptionId } = await deliveries.subscribe(receiver.url);
    const third = await deliveries.topic('Three');
    await receiver.has(1);
    await strangerApi.post(`${SUBSCRIPTIONS}/${subscriptionId}/replay`, { from }).expect(404);
    const counted = await replay(subscriptionId, { from, dryRun: true }).expect(200);
    expect(counted.body).toEqual({ dryRun: true, eventsCount: 3 });
    expect(receiver.received).toHaveLength(1);
    const replayed = await replay(subscriptionId, { from }).expect(200);
    expect(replayed.body).toEqual({ dryRun: false, eventsCount: 3 });
    const received = (await receiver.has(4)).slice(1).map(({ body }) => body.payload.topicId);
    expect(received.sort()).toEqual([...before, third].sort());
    expect(await deliveries.settled({ subscriptionId })).toHaveLength(3);
    const nothing = await replay(subscriptionId, { from: '+1', to: '+20' });
    expect(nothing.status).toBe(400);
    const empty = await replay(subscriptionId, { from: '+10', to: '+20' }).expect(200);
    expect(empty.body).toEqual({ dryRun: false, eventsCount: 0 });
  });

  it('that is asked for while the call is under way comes after it', async () => {
    const answers: ServerResponse[] = [];
    receiver.answers((_, answer) => answers.push(answer));
    const from = `+${Date.now()}`;
    const { subscriptionId } = await deliveries.subscribe(receiver.url);
    await deliveries.topic();
    await receiver.has(1);
    receiver.answers(204);
    await replay(subscriptionId, { from }).expect(200);
    answers[0]!.writeHead(204).end();
    const [first, again] = await receiver.has(2);
    expect(again!.text).toBe(first!.text);
    expect(await deliveries.settled({ subscriptionId }, 2)).toEqual([
      expect.objectContaining({ status: 'delivered', attemptsCount: 2 }),
    ]);
  });

  it('is refused where there is too much, or the subscription is off', async () => {
    const { id, api } = service.stranger;
    const yesterday = Date.now() - 86_400_000;
    await service.pool.query(
      `insert into event (id, tenant_id, type, resource, payload, created_at)
       select new_uuid(), $1, 'topic.created', 'topic_x', '{"type":"topic.created"}', $2
       from generate_series(1, 10001)`,
      [id, new Date(yesterday)],
    );
    const { subscriptionId } = await new Deliveries(service, 'stranger').subscribe(receiver.url);
    const path = `${SUBSCRIPTIONS}/${subscriptionId}`;
    const range = { from: `+${yesterday}`, to: `+${yesterday + 1}` };
    const counted = await api.post(`${path}/replay`, { ...range, dryRun: true }).expect(200);
    expect(counted.body).toEqual({ dryRun: true, eventsCount: 10_001 });
    const refused = await api.post(`${path}/replay`, range).expect(409);
    expect(refused.body).toMatchObject({ code: 'too_many_events' });
    await api.patch(path, { active: false }).expect(200);
    const off = await api.post(`${path}/replay`, range).expect(409);
    expect(off.body).toMatchObject({ code: 'subscription_inactive' });
  });
});
