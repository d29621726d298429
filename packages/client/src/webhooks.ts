import type { Event } from './generated/types.gen.js';
import { withDates, type Dated } from './times.js';

export interface VerifyOptions<Dates extends boolean> {
  /** The greatest age of a delivery, and how far the clocks may differ; 300 by default. */
  toleranceSeconds?: number;
  dates?: Dates;
}

/** A request that is not a delivery of this subscription. Answer 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Checks a delivery as Standard Webhooks describes, and returns its event. The body must be as it was received: text or
 * bytes, not parsed.
 */
export async function verifyWebhook<Dates extends boolean = false>(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secret: string,
  { toleranceSeconds = 300, dates }: VerifyOptions<Dates> = {},
): Promise<Dated<Event, Dates>> {
  if (typeof body !== 'string' && !ArrayBuffer.isView(body))
    throw new TypeError('body must be the text or the bytes as they were received, not parsed.');
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  const sentAt = /^\d+$/.test(timestamp) ? Number(timestamp) : NaN;
  if (!(Math.abs(Date.now() / 1000 - sentAt) <= toleranceSeconds)) {
    throw new WebhookVerificationError(`webhook-timestamp is not within ${toleranceSeconds} seconds of now.`);
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  if (!(await isSigned(signed, signatures, secret))) {
    throw new WebhookVerificationError('No signature in webhook-signature fits the body and the secret.');
  }
  const event: unknown = JSON.parse(new TextDecoder().decode(bytes));
  return (dates ? withDates(event) : event) as Dated<Event, Dates>;
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = isHeaders(headers) ? headers.get(name) : entryOf(headers, name);
  if (typeof value !== 'string' || value === '')
    throw new WebhookVerificationError(`The header ${name} is missing.`);
  return value;
}

/** Also those of a library, which have a class of their own. */
function isHeaders(headers: WebhookHeaders): headers is Headers {
  return typeof headers.get === 'function';
}

function entryOf(headers: Exclude<WebhookHeaders, Headers>, name: string): unknown {
  const key = Object.keys(headers).find((each) => each.toLowerCase() === name);
  const value = key === undefined ? undefined : headers[key];
  return typeof value === 'object' ? value[0] : value;
}

/** While a secret is replaced, there are two signatures. `verify` compares in constant time. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  secret: string,
): Promise<boolean> {
  const raw = bytesOf(secret.replace(/^whsec_/, ''));
  if (!raw || raw.length === 0) throw new TypeError('secret must be whsec_ and base64.');
  const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  for (const signature of signatures.split(' ')) {
    const mac = signature.startsWith('v1,') && bytesOf(signature.slice(3));
    if (mac && (await crypto.subtle.verify('HMAC', key, mac, signed))) return true;
  }
  return false;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
