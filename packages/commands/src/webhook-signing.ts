import { createHmac, randomBytes } from 'node:crypto';

const MARK = 'whsec_';
const SECRET_BYTES = 32;
const LEAST_BYTES = 24;

export function newSecret(): string {
  return MARK + randomBytes(SECRET_BYTES).toString('base64');
}

export function isSecret(text: string): boolean {
  const bytes = Buffer.from(text.slice(MARK.length), 'base64');
  return text === MARK + bytes.toString('base64') && bytes.length >= LEAST_BYTES;
}

/** The headers with which the service sends a delivery: those of Standard Webhooks, and one HMAC of the body. */
export function signedHeaders(
  eventId: string,
  body: string,
  secret: string,
  at: Date,
): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000));
  const bytes = Buffer.from(secret.slice(MARK.length), 'base64');
  const signature = createHmac('sha256', bytes).update(`${eventId}.${seconds}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'Foyer-Webhooks/1',
    'webhook-id': eventId,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${signature}`,
    'x-webhook-timestamp': String(at.getTime()),
    'x-webhook-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  };
}
