import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectSettings } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { currentTenant } from '../database/work-context.js';
import { ServiceSecrets } from '../database/service-secrets.js';
import { clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/errors.js';

export const WINDOW_MS = 3_600_000;

export const FILES_PATH = '/files';

/** What a URL opens. */
export interface SignedFile {
  tenantId: string;
  fileId: string;
}

const PAYLOAD_BYTES = 36;
const SIGNATURE_BYTES = 16;

/**
 * URLs that open one file to whoever has them, for one to two hours. They end with a full hour, so that within an
 * hour a record is answered with the same URL, and its ETag stays.
 */
@Injectable()
export class FileUrls {
  constructor(
    private readonly secrets: ServiceSecrets,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  /** Makes the URLs of the present tenant's files, as they are given out at a moment. */
  async signer(moment: Date = clock.now()): Promise<(fileId: string) => string> {
    const secret = await this.secrets.get('file url');
    const tenantId = currentTenant();
    const expires = (Math.floor(moment.getTime() / WINDOW_MS) + 2) * (WINDOW_MS / 1000);
    return (fileId) => {
      const payload = write({ tenantId, fileId }, expires);
      const token = Buffer.concat([payload, sign(secret, payload)]).toString('base64url');
      return `${this.settings.PUBLIC_URL ?? ''}${FILES_PATH}/${token}`;
    };
  }

  async open(token: string): Promise<SignedFile> {
    const bytes = Buffer.from(token, 'base64url');
    const payload = bytes.subarray(0, PAYLOAD_BYTES);
    const genuine =
      bytes.length === PAYLOAD_BYTES + SIGNATURE_BYTES &&
      bytes.toString('base64url') === token &&
      timingSafeEqual(bytes.subarray(PAYLOAD_BYTES), sign(await this.secrets.get('file url'), payload));
    if (!genuine) throw refused('url_invalid', 'This URL is not one that was given out.');
    if (payload.readUInt32BE(32) * 1000 <= clock.now().getTime())
      throw refused('url_expired', 'This URL has expired; read the record again to get a new one.');
    return { tenantId: uuidAt(payload, 0), fileId: uuidAt(payload, 16) };
  }
}

function write({ tenantId, fileId }: SignedFile, expires: number): Buffer {
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
