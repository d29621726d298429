import { Injectable } from '@nestjs/common';
import { ApiCaller } from '../calling/api-caller.js';
import { newSession, type Session } from './session.js';

/** A person who signs in. */
export interface SigningIn {
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
    const api = await this.caller.clientFor(key, address);
    const name = personName === '' ? 'Console' : `Console of ${personName}`;
    const { secret, apiKeyId } = await api.me.keys.create({ name }, { retries: 0 });
    return newSession(secret, apiKeyId);
  }

  /** The person leaves in any case: a key that the API can't revoke now ends by itself. */
  async signOut({ key, keyId }: Session, address: string): Promise<void> {
    const api = await this.caller.clientFor(key, address);
    await api.apiKeys.delete(keyId).catch(() => undefined);
  }
}
