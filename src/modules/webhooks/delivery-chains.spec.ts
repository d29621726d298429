import { DeliveryChains } from './delivery-chains.js';
import type { Outcome } from './delivery-outcome.js';
import type { DeliveryStatus } from './delivery.lifecycle.js';
import type { WaitingDelivery } from './waiting-delivery.js';

const delivery = (id: string, resource: string | null = 'topic'): WaitingDelivery => ({
  ...{ id, resource, eventId: `event_${id}`, tries: 0, dueAt: 0, body: '{}' },
});
const outcome = (id: string, status: DeliveryStatus, heldBack: WaitingDelivery[] = []) =>
  ({ delivery: delivery(id), status, heldBack }) as Outcome;

it('keeps those of one resource in a line, and all others apart', () => {
  const chains = new DeliveryChains();
  for (const each of [delivery('a'), delivery('b'), delivery('c', null), delivery('d', null)])
    chains.accept(each);
  expect([chains.waiting, chains.size]).toEqual([3, 4]);
  expect([chains.begin(), chains.begin(), chains.begin()]).toEqual(['topic', 'c', 'd']);
  expect([chains.next('topic')!.id, chains.next('topic')!.id, chains.next('topic')]).toEqual([
    'a',
    'b',
    undefined,
  ]);
});

it('takes nothing of a resource whose failure is not in the book, whatever else is put into it', () => {
  const chains = new DeliveryChains();
  for (const id of ['a', 'b', 'c']) chains.accept(delivery(id));
  const key = chains.begin();
  chains.next(key);
  chains.next(key);
  const heldBack = chains.block(key);
  chains.end(key);
  expect(heldBack.map(({ id }) => id)).toEqual(['c']);
  expect(chains.closed()).toEqual([key]);
  chains.settle([outcome('a', 'delivered')]);
  chains.accept(delivery('d'));
  expect([chains.waiting, chains.ids()]).toEqual([0, ['b', 'c']]);
  chains.settle([outcome('b', 'waiting', heldBack)]);
  chains.accept(delivery('d'));
  expect([chains.waiting, chains.ids()]).toEqual([1, ['d']]);
});

it('says which resources have enough in line, and when that has become little', () => {
  const chains = new DeliveryChains();
  for (let count = 0; count < 51; count++) chains.accept(delivery(`x${count}`));
  chains.accept(delivery('y', 'other'));
  expect(chains.closed()).toEqual(['topic']);
  const thinned = Array.from({ length: 51 }, () => chains.next('topic') && chains.hasThinnedOut('topic'));
  expect(thinned.filter(Boolean)).toHaveLength(1);
  expect(chains.closed()).toEqual([]);
});
