import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectSettings } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { currentTenant } from '../database/work-context.js';
import { ServiceSecrets } from '../database/service-secrets.js';
import { clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/errors.js';

/** How long a file keeps the same URL. */
const PERIOD_MS = 3_600_000;

export const FILES_PATH = '/files';

/** What a URL stands for. */
export interface SignedFile {
  tenantId: string;
  fileId: string;
}

const PAYLOAD_BYTES = 36;
const SIGNATURE_BYTES = 16;

/**
 * URLs that open one file to whoever has them, for one to two hours. They expire at a full hour: within one hour a
 * record is answered with the same URL, and so with the same ETag.
 */
@Injectable()
export class FileUrls {
  constructor(
    private readonly secrets: ServiceSecrets,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  /** Makes the URLs of the present tenant's files. */
  signer(): Promise<(fileId: string) => string> {
    return this.signerAt(clock.now().getTime());
  }

  /** Makes those that were given out an hour ago. */
  earlierSigner(): Promise<(fileId: string) => string> {
    return this.signerAt(clock.now().getTime() - PERIOD_MS);
  }

  async verify(token: string): Promise<SignedFile> {
    const bytes = Buffer.from(token, 'base64url');
    const payload = bytes.subarray(0, PAYLOAD_BYTES);
    const isGenuine =
      bytes.length === PAYLOAD_BYTES + SIGNATURE_BYTES &&
      bytes.toString('base64url') === token &&
      timingSafeEqual(bytes.subarray(PAYLOAD_BYTES), sign(await this.secrets.get('file url'), payload));
    if (!isGenuine) throw refused('url_invalid', 'This URL is not one that was given out.');
    if (payload.readUInt32BE(32) * 1000 <= clock.now().getTime())
      throw refused('url_expired', 'This URL has expired; read the record again to get a new one.');
    return { tenantId: uuidAt(payload, 0), fileId: uuidAt(payload, 16) };
  }

  private async signerAt(time: number): Promise<(fileId: string) => string> {
    const secret = await this.secrets.get('file url');
    const tenantId = currentTenant();
    const expires = (Math.floor(time / PERIOD_MS) + 2) * (PERIOD_MS / 1000);
    return (fileId) => {
      const payload = encode({ tenantId, fileId }, expires);
      const token = Buffer.concat([payload, sign(secret, payload)]).toString('base64url');
      return `${this.settings.PUBLIC_URL ?? ''}${FILES_PATH}/${token}`;
    };
  }
}

function encode({ tenantId, fileId }: SignedFile, expires: number): Buffer {
  const payload = Buffer.alloc(PAYLOAD_BYTES);
  payload.write((tenantId + fileId).replaceAll('-', ''), 'hex');
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
