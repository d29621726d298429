import type { DueDelivery, Outcome } from './delivery-outcome.js';
import type { DeliveryStatus } from '../deliveries/delivery.lifecycle.js';
import { DeliveryOrder } from './delivery-order.js';

const delivery = (id: string, resource: string | null = 'topic'): DueDelivery => ({
  ...{ id, resource, eventId: `event_${id}`, tries: 0, dueAt: 0, body: '{}' },
});
const outcome = (id: string, status: DeliveryStatus, blocked: DueDelivery[] = []) =>
  ({ delivery: delivery(id), status, blocked }) as Outcome;

it('keeps deliveries of one resource in one queue, and all others apart', () => {
  const queues = new DeliveryOrder();
  for (const each of [delivery('a'), delivery('b'), delivery('c', null), delivery('d', null)])
    queues.add(each);
  expect([queues.readyCount, queues.inFlightCount]).toEqual([3, 4]);
  expect([queues.start(), queues.start(), queues.start()]).toEqual(['topic', 'c', 'd']);
  expect([queues.next('topic')!.id, queues.next('topic')!.id, queues.next('topic')]).toEqual([
    'a',
    'b',
    undefined,
  ]);
});

it('adds nothing of a resource whose failure is not saved, whatever else is saved', () => {
  const queues = new DeliveryOrder();
  for (const id of ['a', 'b', 'c']) queues.add(delivery(id));
  const key = queues.start();
  queues.next(key);
  queues.next(key);
  const blocked = queues.block(key);
  queues.end(key);
  expect(blocked.map(({ id }) => id)).toEqual(['c']);
  expect(queues.excludedResources()).toEqual([key]);
  queues.onSaved([outcome('a', 'delivered')]);
  queues.add(delivery('d'));
  expect([queues.readyCount, queues.inFlightIds()]).toEqual([0, ['b', 'c']]);
  queues.onSaved([outcome('b', 'waiting', blocked)]);
  queues.add(delivery('d'));
  expect([queues.readyCount, queues.inFlightIds()]).toEqual([1, ['d']]);
});

it('says which queues are full, and when one needs a refill', () => {
  const queues = new DeliveryOrder();
  for (let count = 0; count < 51; count++) queues.add(delivery(`x${count}`));
  queues.add(delivery('y', 'other'));
  expect(queues.excludedResources()).toEqual(['topic']);
  const refills = Array.from({ length: 51 }, () => queues.next('topic') && queues.needsRefill('topic'));
  expect(refills.filter(Boolean)).toHaveLength(1);
  expect(queues.excludedResources()).toEqual([]);
});
