import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ServiceSecrets, type SecretName } from '../database/service-secrets.js';
import { currentContext, currentTenant, inContext } from '../database/work-context.js';
import { clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/errors.js';

/** What a URL stands for: a record, and whose it is. */
export interface Signed {
  tenantId: string;
  id: string;
}

/** For URLs that stay good for as long as what they stand for. In seconds; the most that has room in one. */
export const NEVER_EXPIRES = 0xffff_ffff;

const PAYLOAD_BYTES = 36;
const SIGNATURE_BYTES = 16;

/** Tokens in URLs that open one record to whoever has them, without a key. */
@Injectable()
export class SignedUrls {
  constructor(private readonly secrets: ServiceSecrets) {}

  /** Makes tokens for records of the present tenant, good until a moment in seconds. */
  async signer(kind: SecretName): Promise<(id: string, expires: number) => string> {
    const secret = await this.secrets.get(kind);
    const tenantId = currentTenant();
    return (id, expires) => {
      const payload = encode({ tenantId, id }, expires);
      return Buffer.concat([payload, sign(secret, payload)]).toString('base64url');
    };
  }

  async verify(kind: SecretName, token: string): Promise<Signed> {
    const bytes = Buffer.from(token, 'base64url');
    const payload = bytes.subarray(0, PAYLOAD_BYTES);
    const isGenuine =
      bytes.length === PAYLOAD_BYTES + SIGNATURE_BYTES &&
      bytes.toString('base64url') === token &&
      timingSafeEqual(bytes.subarray(PAYLOAD_BYTES), sign(await this.secrets.get(kind), payload));
    if (!isGenuine) throw refused('url_invalid', 'This URL is not one that was given out.');
    if (payload.readUInt32BE(32) * 1000 <= clock.now().getTime())
      throw refused('url_expired', 'This URL has expired; read the record again to get a new one.');
    return { tenantId: uuidAt(payload, 0), id: uuidAt(payload, 16) };
  }

  /** Does some work with the rows of the tenant in sight whose URL it is. */
  async open<Result>(
    kind: SecretName,
    token: string,
    work: (id: string) => Promise<Result>,
  ): Promise<Result> {
    const { tenantId, id } = await this.verify(kind, token);
    return inContext({ ...currentContext(), tenantId }, () => work(id));
  }
}

function encode({ tenantId, id }: Signed, expires: number): Buffer {
  const payload = Buffer.alloc(PAYLOAD_BYTES);
  payload.write((tenantId + id).replaceAll('-', ''), 'hex');
  payload.writeUInt32BE(expires, 32);
  return payload;
}

function sign(secret: KeyObject, payload: Buffer): Buffer {
  return createHmac('sha256', secret).update(payload).digest().subarray(0, SIGNATURE_BYTES);
}

function uuidAt(payload: Buffer, offset: number): string {
  return payload.toString('hex', offset, offset + 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function refused(code: string, detail: string): DomainError {
  return new DomainError('forbidden', code, detail);
}
