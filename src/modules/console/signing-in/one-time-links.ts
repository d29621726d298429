import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { clock } from '../../../shared/kernel/clock.js';
import { MINUTE_MS, SECOND_MS } from '../../../shared/kernel/durations.js';
import { ServiceSecrets } from '../../../shared/secrets/service-secrets.js';

const LIFETIME_MS = 10 * MINUTE_MS;

/** The end in seconds, a random id, and the signature of both. */
const END_BYTES = 4;
const ID_BYTES = 12;
const SIGNED_BYTES = END_BYTES + ID_BYTES;
const SIGNATURE_BYTES = 16;

/** A link that has not ended. Whether it was used, the API knows: it makes one child key for each id. */
export interface OneTimeLink {
  id: string;
  key: string;
}

/**
 * Links that sign in once, for the person at the terminal. They are signed, and every process knows the key that they sign
 * in with, so each process can open them.
 */
@Injectable()
export class OneTimeLinks {
  private key: string | undefined;
  /** Those that this process has seen used. */
  private readonly used = new Set<string>();

  constructor(private readonly secrets: ServiceSecrets) {}

  /** The key that links sign in with. */
  signInWith(key: string): void {
    this.key = key;
  }

  /** The path of a new link. */
  async issue(): Promise<string> {
    const end = Buffer.alloc(END_BYTES);
    end.writeUInt32BE(Math.floor((clock.now().getTime() + LIFETIME_MS) / SECOND_MS));
    const signed = Buffer.concat([end, randomBytes(ID_BYTES)]);
    const token = Buffer.concat([signed, await this.signatureOf(signed)]);
    return `/sign-in/${token.toString('base64url')}`;
  }

  /** Undefined if the token is no link of this service, has ended, or was used in this process. */
  async find(token: string): Promise<OneTimeLink | undefined> {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length !== SIGNED_BYTES + SIGNATURE_BYTES || this.key === undefined) return undefined;
    const signed = bytes.subarray(0, SIGNED_BYTES);
    if (!timingSafeEqual(bytes.subarray(SIGNED_BYTES), await this.signatureOf(signed))) return undefined;
    const id = signed.toString('base64url');
    const hasEnded = clock.now().getTime() >= signed.readUInt32BE() * SECOND_MS;
    return hasEnded || this.used.has(id) ? undefined : { id, key: this.key };
  }

  noteUsed({ id }: OneTimeLink): void {
    this.used.add(id);
  }

  private async signatureOf(signed: Buffer): Promise<Buffer> {
    const secret = await this.secrets.get('console links');
    return createHmac('sha256', secret).update(signed).digest().subarray(0, SIGNATURE_BYTES);
  }
}
