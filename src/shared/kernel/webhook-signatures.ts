import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

const SECRET_MARK = 'whsec_';

/** A secret as key objects. Created once: with the bytes alone, each signature would cost six times as much. */
export interface SigningKey {
  /** The bytes that the secret encodes. */
  bytes: KeyObject;
  /** The text of the secret, as shown. */
  text: KeyObject;
}

interface Signed {
  /** The same for every attempt, so that a receiver can recognise a repeat. */
  eventId: string;
  body: string;
  at: Date;
  /** Newest first; two while the older one is still valid. */
  keys: readonly SigningKey[];
}

/**
 * Two ways to verify a delivery: Standard Webhooks, and for simple receivers one HMAC over the body alone. The former
 * uses the bytes that the secret encodes as its key. The latter uses the secret's text as shown, because that is what
 * `createHmac('sha256', secret)` does.
 */
export function signedHeaders({ eventId, body, at, keys }: Signed): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000));
  const message = `${eventId}.${seconds}.${body}`;
  const [newest, previous] = keys;
  if (newest === undefined) throw new Error('There is no secret to sign with.');
  return {
    ...plainHeaders(eventId),
    'webhook-timestamp': seconds,
    'webhook-signature': keys.map(({ bytes }) => `v1,${hmac(bytes, message, 'base64')}`).join(' '),
    'x-webhook-timestamp': String(at.getTime()),
    'x-webhook-signature-256': `sha256=${hmac(newest.text, body, 'hex')}`,
    ...(previous && { 'x-webhook-signature-256-previous': `sha256=${hmac(previous.text, body, 'hex')}` }),
  };
}

/** Headers that are the same for every attempt. */
export function plainHeaders(eventId: string): Record<string, string> {
  return { 'content-type': 'application/json', 'user-agent': 'Foyer-Webhooks/1', 'webhook-id': eventId };
}

export function signingKey(secret: string): SigningKey {
  if (!secret.startsWith(SECRET_MARK)) throw new Error('A secret must begin with whsec_.');
  const bytes = Buffer.from(secret.slice(SECRET_MARK.length), 'base64');
  return { bytes: createSecretKey(bytes), text: createSecretKey(secret, 'utf8') };
}

function hmac(key: KeyObject, text: string, encoding: 'base64' | 'hex'): string {
  return createHmac('sha256', key).update(text).digest(encoding);
}
