import { randomBytes } from 'node:crypto';
import { FoyerError } from '@foyer/client';
import { Injectable } from '@nestjs/common';
import { ApiCaller } from '../calling/api-caller.js';
import type { OneTimeLink } from './one-time-links.js';
import { newSession, type Session } from './session.js';

/** Distinguishes the tries to use a link. */
const TRY_BYTES = 3;

/** A person who signs in. */
interface SigningIn {
  key: string;
  /** Part of the name of the child key, which the audit log shows. */
  personName: string;
  address: string;
}

/** Signing in makes a child of the key, and signing out revokes it. */
@Injectable()
export class SignInService {
  constructor(private readonly caller: ApiCaller) {}

  async signIn({ key, personName, address }: SigningIn): Promise<Session> {
    const name = personName === '' ? 'Console' : `Console of ${personName}`;
    return this.makeChild(key, { name, address });
  }

  /**
   * Undefined if the link was used. Its id is an idempotency key, and each try asks for another name: so the first one that
   * succeeds uses the link up, in any process, and a failed one does not.
   */
  async signInByLink({ id, key }: OneTimeLink, address: string): Promise<Session | undefined> {
    const name = `Console by link ${randomBytes(TRY_BYTES).toString('hex')}`;
    try {
      return await this.makeChild(key, { name, address, idempotencyKey: `console-link-${id}` });
    } catch (error) {
      if (error instanceof FoyerError && error.code === 'idempotency_key_reused') return undefined;
      throw error;
    }
  }

  /** The person leaves in any case: a key that the API can't revoke now ends by itself. */
  async signOut({ key, keyId }: Session, address: string): Promise<void> {
    const api = await this.caller.clientFor(key, address);
    await api.apiKeys.delete(keyId).catch(() => undefined);
  }

  private async makeChild(
    key: string,
    { name, address, idempotencyKey }: { name: string; address: string; idempotencyKey?: string },
  ): Promise<Session> {
    const api = await this.caller.clientFor(key, address);
    const options = { retries: 0, ...(idempotencyKey !== undefined && { idempotencyKey }) };
    const { secret, apiKeyId } = await api.me.keys.create({ name }, options);
    return newSession(secret, apiKeyId);
  }
}
