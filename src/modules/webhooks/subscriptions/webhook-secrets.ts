import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { seal, unseal } from '../../../shared/secrets/secret-box.js';
import { ServiceSecrets } from '../../../shared/secrets/service-secrets.js';

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

  async seal(subscriptionId: string, secret: string): Promise<Buffer> {
    return seal(await this.secrets.get('webhook secrets'), subscriptionId, secret);
  }

  async open(subscriptionId: string, sealed: Buffer): Promise<string> {
    return unseal(await this.secrets.get('webhook secrets'), subscriptionId, sealed);
  }
}
