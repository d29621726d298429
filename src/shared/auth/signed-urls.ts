import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ServiceSecrets, type SecretName } from '../secrets/service-secrets.js';
import { currentContext, currentTenant, inContext } from '../database/transactions/work-context.js';
import { clock } from '../kernel/clock.js';
import { HOUR_MS } from '../kernel/durations.js';
import { DomainError } from '../kernel/errors.js';

/** The target of a URL: one or more records, and their tenant. The signature can cover the query of the URL. */
interface Signed {
  tenantId: string;
  ids: string[];
}

/** For URLs that stay valid as long as their target exists. In seconds; the largest value that fits into a token. */
export const NEVER_EXPIRES = 0xffff_ffff;

/**
 * The end of the hour that contains `lifetimeMs` from now. A record that is read twice within an hour has the same
 * URL, and so the same ETag.
 */
export function fullHourAfter(lifetimeMs: number, now = clock.now().getTime()): number {
  return (Math.floor((now + lifetimeMs) / HOUR_MS) + 1) * HOUR_MS;
}

const ID_BYTES = 16;
const EXPIRY_BYTES = 4;
const SIGNATURE_BYTES = 16;
const MOST_IDS = 4;

/** Tokens in URLs that open one record to anyone who has the URL, without a key. */
@Injectable()
export class SignedUrls {
  constructor(private readonly secrets: ServiceSecrets) {}

  /** Creates tokens for records of the current tenant, valid until a time in seconds. */
  async signer(
    kind: SecretName,
  ): Promise<(ids: readonly string[], expires: number, query?: string) => string> {
    const secret = await this.secrets.get(kind);
    const tenantId = currentTenant();
    return (ids, expires, query = '') => {
      const payload = encode([tenantId, ...ids], expires);
      return Buffer.concat([payload, sign(secret, payload, query)]).toString('base64url');
    };
  }

  async verify(kind: SecretName, token: string, query = ''): Promise<Signed> {
    const bytes = Buffer.from(token, 'base64url');
    const payload = bytes.subarray(0, -SIGNATURE_BYTES);
    const count = (payload.length - EXPIRY_BYTES) / ID_BYTES;
    const isGenuine =
      Number.isInteger(count) &&
      count > 1 &&
      count <= MOST_IDS &&
      bytes.toString('base64url') === token &&
      timingSafeEqual(bytes.subarray(-SIGNATURE_BYTES), sign(await this.secrets.get(kind), payload, query));
    if (!isGenuine) throw refused('url_invalid', 'The signature of this URL is invalid.');
    if (payload.readUInt32BE(count * ID_BYTES) * 1000 <= clock.now().getTime())
      throw refused('url_expired', 'This URL has expired; read the record again to get a new one.');
    const [tenantId, ...ids] = Array.from({ length: count }, (_, at) => uuidAt(payload, at * ID_BYTES));
    return { tenantId: tenantId!, ids };
  }

  /** Runs work that sees only the rows of the URL's tenant. */
  async open<Result>(
    kind: SecretName,
    token: string,
    work: (...ids: string[]) => Promise<Result>,
    query = '',
  ): Promise<Result> {
    const { tenantId, ids } = await this.verify(kind, token, query);
    return inContext({ ...currentContext(), tenantId }, () => work(...ids));
  }
}

function encode(ids: readonly string[], expires: number): Buffer {
  const payload = Buffer.alloc(ids.length * ID_BYTES + EXPIRY_BYTES);
  payload.write(ids.join('').replaceAll('-', ''), 'hex');
  payload.writeUInt32BE(expires, ids.length * ID_BYTES);
  return payload;
}

function sign(secret: KeyObject, payload: Buffer, query: string): Buffer {
  return createHmac('sha256', secret).update(payload).update(query).digest().subarray(0, SIGNATURE_BYTES);
}

function uuidAt(payload: Buffer, offset: number): string {
  return payload
    .toString('hex', offset, offset + ID_BYTES)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function refused(code: string, detail: string): DomainError {
  return new DomainError('forbidden', code, detail);
}
