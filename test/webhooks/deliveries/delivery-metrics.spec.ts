import { useDeliveries } from './deliveries.js';

const { api, deliveries, receiver } = useDeliveries();

const metrics = async () => (await api.get('/metrics').expect(200)).text;

it('tells how many deliveries wait and for how long, and how long calls took', async () => {
  receiver.answers(500);
  const failing = await deliveries.subscribe(receiver.url);
  await deliveries.topic();
  await deliveries.settled(failing);
  const text = await metrics();
  expect(text).toContain('foyer_webhook_deliveries_waiting{active="true"} 1\n');
  expect(text).toMatch(/^foyer_webhook_delivery_lag_seconds 0$/m);
  expect(text).toContain('foyer_webhook_attempt_duration_seconds_count{status="waiting"} 1\n');

  receiver.answers(200);
  await deliveries.letTimePass(failing);
  await deliveries.settled(failing, 2);
  const later = await metrics();
  expect(later).not.toContain('foyer_webhook_deliveries_waiting{');
  expect(later).toContain('foyer_webhook_attempt_duration_seconds_count{status="delivered"} 1\n');
});
