import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { newWebhookSecret } from '../../src/modules/webhooks/subscriptions/webhook-secrets.js';
import { signedHeaders, signingKey } from '../../src/shared/kernel/webhook-signatures.js';

const newest = newWebhookSecret();
const older = newWebhookSecret();
const eventId = 'event_01jd0000000000000000000000';
const body = JSON.stringify({ eventId, payload: { type: 'form.submitted', name: 'Zoë \u{1F600}' } });
const at = new Date(Math.floor(Date.now() / 1000) * 1000 + 789);

describe('the headers of a delivery', () => {
  it('are these', () => {
    const headers = signedHeaders({ eventId, body, at, keys: [signingKey(newest)] });
    expect(headers).toEqual({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^Foyer-Webhooks\/1$/),
      'webhook-id': eventId,
      'webhook-timestamp': String((at.getTime() - 789) / 1000),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
      'x-webhook-timestamp': String(at.getTime()),
      'x-webhook-signature-256': expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
    });
  });

  it('are verified by Standard Webhooks, and only with the right secret and body', () => {
    const headers = signedHeaders({ eventId, body, at, keys: [signingKey(newest)] });
    expect(new Webhook(newest).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(older).verify(body, headers)).toThrow(WebhookVerificationError);
    expect(() => new Webhook(newest).verify(`${body} `, headers)).toThrow(WebhookVerificationError);
    const later = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) };
    expect(() => new Webhook(newest).verify(body, later)).toThrow(WebhookVerificationError);
  });

  it('are verified with either secret while both are honoured', () => {
    const headers = signedHeaders({ eventId, body, at, keys: [newest, older].map(signingKey) });
    for (const secret of [newest, older]) {
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    }
    expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow(WebhookVerificationError);
  });

  it('are verified with node:crypto alone', () => {
    const headers = signedHeaders({ eventId, body, at, keys: [newest, older].map(signingKey) });
    const simple = (secret: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    expect(headers['x-webhook-signature-256']).toBe(simple(newest));
    expect(headers['x-webhook-signature-256-previous']).toBe(simple(older));
    const standard = [newest, older].map((secret) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
      const message = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
      return `v1,${createHmac('sha256', key).update(message).digest('base64')}`;
    });
    expect(headers['webhook-signature']).toBe(standard.join(' '));
  });

  it('are verified with the lines in the guide', async () => {
    const guide = await readFile(join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8');
    const lines = /```js\n([^]*?)```/.exec(guide)![1]!;
    const { isOurs } = await import(`data:text/javascript,${encodeURIComponent(lines)}`);
    const headers = signedHeaders({ eventId, body, at, keys: [newest, older].map(signingKey) });
    expect([isOurs(newest, body, headers), isOurs(older, body, headers)]).toEqual([true, true]);
    expect(isOurs(newWebhookSecret(), body, headers)).toBe(false);
    expect(isOurs(newest, `${body} `, headers)).toBe(false);
    expect(isOurs(newest, body, {})).toBe(false);
  });

  it('are not made without a secret, nor with a text that is none', () => {
    expect(() => signedHeaders({ eventId, body, at, keys: [] })).toThrow('no secret');
    expect(() => signingKey('hush')).toThrow('whsec_');
  });
});
