import { setTimeout as pause } from 'node:timers/promises';
import { signingKey } from '../../shared/kernel/webhook-signatures.js';
import type { WebhookCaller } from './calling/webhook-caller.js';
import { DeliveryLane } from './sending/delivery-lane.js';
import type { DeliveryMetrics } from './sending/delivery-metrics.js';
import type { DueDelivery } from './sending/delivery-outcome.js';
import type { DeliveryStore } from './sending/delivery-store.js';
import { newWebhookSecret } from './subscriptions/webhook-secrets.js';

const MAX_FETCHED = 500;
const MAX_IN_FLIGHT = 1000;

const ID = { tenantId: 'tenant', id: 'subscription' };
const KEYS = [signingKey(newWebhookSecret())];
const RECEIVER = { url: 'https://hooks.example.com/', keys: KEYS, isFailing: false };
const METRICS = { observe: () => undefined } as unknown as DeliveryMetrics;

const delivery = (number: number, resource: string | null = null): DueDelivery => ({
  ...{ id: `delivery ${number}`, resource, tries: 0, dueAt: 0, body: `${number}` },
  eventId: '01976a6c-0000-7000-8000-000000000000',
});

type Fetched = Awaited<ReturnType<DeliveryStore['fetchDue']>>;
const fetched = (deliveries: DueDelivery[], hasMore = false): Fetched => ({
  ...{ receiver: RECEIVER, deliveries, hasMore },
});

/** A receiver that answers this to each body, and notes what it was sent. */
function callerThat(answer: (body: string) => number): { caller: WebhookCaller; sent: string[] } {
  const sent: string[] = [];
  const call = async ({ body }: { body: string }) => {
    sent.push(body);
    const status = answer(body);
    return { status, error: null, detail: null, durationMs: 1, responseBody: '', retryAfterMs: null };
  };
  return { caller: { call } as unknown as WebhookCaller, sent };
}

it('fetches nothing more while many outcomes are not saved', async () => {
  let [made, fetches] = [0, 0];
  const fetchDue = async () => {
    fetches++;
    return fetched(
      Array.from({ length: MAX_FETCHED }, () => delivery(made++)),
      fetches < 4,
    );
  };
  const saving = Promise.withResolvers<typeof RECEIVER>();
  const store = { fetchDue, saveOutcomes: () => saving.promise } as unknown as DeliveryStore;
  const { caller, sent } = callerThat(() => 204);
  const lane = new DeliveryLane(ID, store, caller, METRICS);
  const run = lane.run();
  while (sent.length < MAX_IN_FLIGHT) await pause(1);
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  expect([fetches, sent.length]).toEqual([MAX_IN_FLIGHT / MAX_FETCHED, MAX_IN_FLIGHT]);
  saving.resolve(RECEIVER);
  await run;
  expect(sent).toHaveLength(4 * MAX_FETCHED);
});

it('sends nothing that a fetch has found before a failure of its resource was saved', async () => {
  const fetching = Promise.withResolvers<Fetched>();
  const fetches = [async () => fetched([delivery(1, 'topic')]), () => fetching.promise];
  const saved = Promise.withResolvers<void>();
  const store = {
    fetchDue: () => (fetches.shift() ?? (async () => fetched([])))(),
    saveOutcomes: async () => {
      saved.resolve();
      return RECEIVER;
    },
  } as unknown as DeliveryStore;
  const { caller, sent } = callerThat(() => 500);
  const lane = new DeliveryLane(ID, store, caller, METRICS);
  const run = lane.run();
  while (fetches.length > 0) {
    lane.wake();
    await pause(1);
  }
  await saved.promise;
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  fetching.resolve(fetched([delivery(2, 'topic')]));
  await run;
  expect(sent).toEqual(['1']);
});
