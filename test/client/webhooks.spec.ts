import { Foyer, verifyWebhook, WebhookVerificationError, type Event } from '@foyer/client';
import { newWebhookSecret } from '../../src/modules/webhooks/subscriptions/webhook-secrets.js';
import { signedHeaders, signingKey } from '../../src/shared/kernel/webhook-signatures.js';
import { useTestService } from '../support/test-service.js';
import { Receiver } from '../webhooks/receiver.js';

const { service } = useTestService({ ROLE: 'all', WEBHOOK_ALLOW_PRIVATE: '127.0.0.1' });

const [secret, older] = [newWebhookSecret(), newWebhookSecret()];
const event: Event = {
  ...{ eventId: 'event_01jd0000000000000000000000', tenantId: 'tenant_1', timestamp: '+1763164800000' },
  payload: { type: 'topic.created', topicId: 'topic_ä\u{1F600}' },
};
const body = JSON.stringify(event);

function signed(text = body, at = new Date(), secrets = [secret]): Record<string, string> {
  return { ...signedHeaders({ eventId: event.eventId, body: text, at, keys: secrets.map(signingKey) }) };
}

describe('verifyWebhook', () => {
  it('takes what the service delivers', async () => {
    const receiver = await Receiver.open();
    try {
      const foyer = new Foyer({ url: service.url, key: service.home.key });
      const subscription = await foyer.webhookSubscriptions.create({
        ...{ url: receiver.url, events: ['topic.created'] },
      });
      const topic = await foyer.topics.create({ title: 'News', purpose: null });
      const [delivered] = await receiver.has(1);
      const { payload } = await verifyWebhook(delivered!.headers, delivered!.text, subscription.secret);
      expect(payload).toEqual({ type: 'topic.created', topicId: topic.topicId });
    } finally {
      await receiver.close();
    }
  });

  it('returns the event of a delivery, from headers of any kind', async () => {
    const headers = signed();
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
    );
    for (const each of [headers, new Headers(headers), upper]) {
      expect(await verifyWebhook(each, body, secret)).toEqual(event);
    }
    expect(await verifyWebhook(headers, new TextEncoder().encode(body), secret)).toEqual(event);
    const dated = await verifyWebhook(headers, body, secret, { dates: true });
    expect(dated.timestamp).toEqual(new Date(1763164800000));
  });

  it('takes either secret while one is replaced', async () => {
    const headers = signed(body, new Date(), [secret, older]);
    for (const each of [secret, older]) expect(await verifyWebhook(headers, body, each)).toEqual(event);
  });

  const headers = signed();
  const now = Date.now();
  const FORGED: [name: string, headers: Record<string, string>, text?: string][] = [
    ['another body', headers, `${body} `],
    ['another secret', signed(body, new Date(), [older])],
    ['another id', { ...headers, 'webhook-id': 'event_2' }],
    ['another time', { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }],
    ['an old delivery', signed(body, new Date(now - 400_000))],
    ['a delivery of the future', signed(body, new Date(now + 400_000))],
    ['no time', { ...headers, 'webhook-timestamp': 'now' }],
    ['no signature', { ...headers, 'webhook-signature': '' }],
    [
      'a signature of another version',
      { ...headers, 'webhook-signature': headers['webhook-signature']!.replace('v1', 'v2') },
    ],
    ['no base64', { ...headers, 'webhook-signature': 'v1,%%%' }],
    ['no headers', {}],
  ];

  it.each(FORGED)('refuses %s', async (_, given, text = body) => {
    await expect(verifyWebhook(given, text, secret)).rejects.toThrow(WebhookVerificationError);
  });

  it.each([
    ['parsed', () => event],
    ['an ArrayBuffer', () => new TextEncoder().encode(body).buffer],
  ])('says that a body must be as it was received: %s', async (_, given) => {
    const verified = verifyWebhook(signed(), given() as never, secret);
    await expect(verified).rejects.toThrow('body must be the text or the bytes as they were received');
  });

  it('reads the headers of a library that has a class of its own for them', async () => {
    const all = new Map(Object.entries(signed()));
    const headers = { get: (name: string) => all.get(name.toLowerCase()) ?? null } as unknown as Headers;
    expect(await verifyWebhook(headers, body, secret)).toEqual(event);
  });

  it('takes old deliveries on request', async () => {
    const old = signed(body, new Date(now - 400_000));
    expect(await verifyWebhook(old, body, secret, { toleranceSeconds: 600 })).toEqual(event);
  });

  it('names a secret that is none', async () => {
    await expect(verifyWebhook(headers, body, '')).rejects.toThrow('secret must be whsec_ and base64');
    await expect(verifyWebhook(headers, body, 'whsec_%%')).rejects.toThrow(
      'secret must be whsec_ and base64',
    );
  });
});
