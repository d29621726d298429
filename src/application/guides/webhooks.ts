import type { Guide } from '../../shared/http/docs/pages/guide-steps.js';
import { connect } from './connect.js';

export const webhooksGuide: Guide = {
  name: 'webhooks',
  title: 'Receive events with webhooks',
  shortTitle: 'Webhooks',
  about:
    'In the end, a program of yours receives each event that you subscribed to, and knows that nobody else sent it.',
  steps: [
    {
      ...connect,
      texts: [
        'For this guide, start the service with `WEBHOOK_ALLOW_PRIVATE=127.0.0.1 npm start`, so that it may call a receiver on your machine. Without this setting, webhooks call public addresses only.',
        ...connect.texts,
        'To write a receiver without this setting and without a subscription, run `npm run -s cli -- webhooks listen --forward http://127.0.0.1:8080/`: it sends the live events to the receiver, signed in the same way.',
      ],
    },
    {
      title: 'Subscribe',
      texts: [
        'A subscription has a URL and kinds of events. The `secret` is only in this answer: keep it. It signs each delivery.',
      ],
      sh: `
ANSWER=$(foyer $API/v0/webhook_subscriptions -d '{ "url": "http://127.0.0.1:8080/", "events": ["topic.created"] }')
SUBSCRIPTION=$(printf '%s' "$ANSWER" | grep -o 'webhook_[a-z0-9]*' | head -n 1)
SECRET=$(printf '%s' "$ANSWER" | grep -o 'whsec_[^"]*')`,
      ts: `
const { subscriptionId, secret } = await foyer.webhookSubscriptions.create({
  url: 'http://127.0.0.1:8080/',
  events: ['topic.created'],
});`,
    },
    {
      title: 'Start a receiver',
      texts: [
        'The receiver checks the signature of the body as it arrived, and only then parses it. A status from 200 to 299 accepts the delivery; every other answer makes Foyer try again later.',
        'A delivery arrives at least once: drop an event whose `eventId` you already have.',
      ],
      sh: `
cat > receiver.mjs <<'END'
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

createServer(async (request, response) => {
  const body = await text(request);
  const made = Buffer.from('sha256=' + createHmac('sha256', process.env.SECRET).update(body).digest('hex'));
  const given = Buffer.from(request.headers['x-webhook-signature-256'] ?? '');
  const isOurs = given.length === made.length && timingSafeEqual(given, made);
  if (isOurs) console.log(JSON.parse(body).payload.type);
  response.writeHead(isOurs ? 204 : 400).end();
}).listen(8080, '127.0.0.1');
END
SECRET=$SECRET node receiver.mjs > received.txt &
RECEIVER=$!
for TRY in $(seq 50); do curl -s http://127.0.0.1:8080/ && break; sleep 0.2; done`,
      ts: `
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { verifyWebhook } from '@foyer/client';

const received: string[] = [];
const receiver = createServer(async (request, response) => {
  try {
    const event = await verifyWebhook(request.headers, await text(request), secret);
    received.push(event.payload.type);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
});
await once(receiver.listen(8080, '127.0.0.1'), 'listening');`,
    },
    {
      title: 'Send a test event',
      texts: [
        'The test sends `webhook_subscription.tested` to this subscription only. Its delivery shows what the receiver answered.',
      ],
      sh: `foyer $API/v0/webhook_subscriptions/$SUBSCRIPTION/test -d '{}'`,
      ts: `await foyer.webhookSubscriptions.test(subscriptionId);`,
    },
    {
      title: 'Receive an event',
      texts: [
        'Create a topic. The event is delivered if, and only if, the topic was created. If nothing has arrived after ten seconds, `error` and `responseStatus` of the deliveries in the next step say why: `address_refused` means that `WEBHOOK_ALLOW_PRIVATE` is missing.',
      ],
      sh: `
foyer $API/v0/topics -d '{ "title": "News", "purpose": "What is new" }'
for TRY in $(seq 50); do grep topic.created received.txt && break; sleep 0.2; done`,
      ts: `
import { setTimeout } from 'node:timers/promises';

await foyer.topics.create({ title: 'News', purpose: 'What is new' });
for (let tries = 0; tries < 50 && !received.includes('topic.created'); tries++) await setTimeout(200);
console.log(received);`,
    },
    {
      title: 'Look at the deliveries',
      texts: [
        'Each delivery has its status and its attempts, also those that failed. `/replay` sends the events of a time range again. A subscription whose receiver fails for days is disabled; then `active` is false. Foyer records the answer of a receiver a moment after it arrives.',
      ],
      sh: `
sleep 1
foyer $API/v0/webhook_subscriptions/$SUBSCRIPTION/deliveries
foyer -X DELETE $API/v0/webhook_subscriptions/$SUBSCRIPTION
kill $RECEIVER
rm receiver.mjs received.txt`,
      ts: `
await setTimeout(1000);
for await (const { status, error } of foyer.webhookSubscriptions.deliveries.list(subscriptionId))
  console.log(status, error);
await foyer.webhookSubscriptions.delete(subscriptionId);
receiver.close();`,
    },
  ],
};
