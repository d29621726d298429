import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ServiceSecrets } from '../../../shared/secrets/service-secrets.js';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/**
 * Signing a delivery needs the secret itself, so it is stored encrypted instead of hashed. A secret that was sealed
 * for one subscription can't be opened for another.
 */
@Injectable()
export class WebhookSecrets {
  constructor(private readonly secrets: ServiceSecrets) {}

  /** Returns nonce, tag and ciphertext in one buffer. */
  async seal(subscriptionId: string, secret: string): Promise<Buffer> {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, await this.key(), nonce).setAAD(Buffer.from(subscriptionId));
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** Throws if the secret was sealed with another key or for another subscription. */
  async open(subscriptionId: string, sealed: Buffer): Promise<string> {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const text = sealed.subarray(NONCE_BYTES + TAG_BYTES);
    const decipher = createDecipheriv(CIPHER, await this.key(), nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(subscriptionId))
      .setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
  }

  private key() {
    return this.secrets.get('webhook secrets');
  }
}
