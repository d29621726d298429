import { Injectable } from '@nestjs/common';
import { hashKey } from '../../shared/auth/keys/api-key.js';
import type { Caller } from '../../shared/auth/keys/caller.js';
import { MANAGES_KEYS, managesKeys } from '../../shared/auth/keys/scopes.js';
import { endOf, expiryOfSecret, rateLimitOf, scopesOf } from '../../shared/auth/keys/key-standing.js';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { TenantLock } from '../../shared/database/transactions/tenant-lock.js';
import { clock } from '../../shared/kernel/clock.js';
import { DomainError, missingScope, unauthenticated } from '../../shared/kernel/errors.js';
import { ownKeyById, type OwnKeyRow } from './key-reads.js';
import { KeyPrivileges } from './key-privileges.js';

/** The header in which a child key sends the secret of its parent. */
export const PARENT_KEY_HEADER = 'x-parent-api-key';

/** Keys, as their callers send them. */
export interface SentKeys {
  caller: Caller;
  /** The text in `PARENT_KEY_HEADER`. */
  parentText?: string;
}

/**
 * The key of the caller, and what it may hand on to other keys. It is read in the transaction, because the guard may know a key for some
 * time after its end: nobody must use that time to make another key.
 */
@Injectable()
export class ActingKey {
  constructor(
    private readonly reads: PreparedReads,
    private readonly tenantLock: TenantLock,
  ) {}

  /** Changes of a tenant's keys come one after the other, because some rules are about several keys. */
  toManage(keys: SentKeys): Promise<KeyPrivileges> {
    return this.privileges(keys, (own) => managesKeys(scopesOf(own)));
  }

  /** Any key may end itself: a program signs out, or has to give up a secret that leaked. */
  toRevoke(keyId: string, keys: SentKeys): Promise<KeyPrivileges> {
    return this.privileges(keys, (own) => own.id === keyId || managesKeys(scopesOf(own)));
  }

  private async privileges(keys: SentKeys, mayAct: (own: OwnKeyRow) => boolean): Promise<KeyPrivileges> {
    await this.tenantLock.acquire('api keys');
    const own = await this.ownKey(keys.caller);
    if (!mayAct(own)) throw missingScope(MANAGES_KEYS);
    return keys.parentText === undefined
      ? privilegesOf(own, keys.caller.secretHash)
      : this.ofParent(own, keys.parentText);
  }

  /** The same for an operation that shows a secret: a child must also send that of its parent. */
  async toIssue(keys: SentKeys): Promise<KeyPrivileges> {
    const privileges = await this.toManage(keys);
    if (!keys.caller.parentId || keys.parentText !== undefined) return privileges;
    throw new DomainError(
      'forbidden',
      'parent_key_required',
      `A child key can't create or rotate keys by itself: send the key that made it as ${PARENT_KEY_HEADER}.`,
    );
  }

  /** The key of the caller, if it still works. */
  async ownKey({ keyId, secretHash }: Caller): Promise<OwnKeyRow> {
    const own = await this.reads.one(ownKeyById, keyId);
    const end = own ? endOf(own, secretHash, clock.now().getTime()) : 'This API key is unknown.';
    if (!own || end !== undefined) throw unauthenticated('key_invalid', end!);
    return own;
  }

  private async ofParent({ parentId }: OwnKeyRow, text: string): Promise<KeyPrivileges> {
    const hash = hashKey(text);
    const parent = parentId ? await this.reads.one(ownKeyById, parentId) : undefined;
    if (parent?.hash.equals(hash)) return privilegesOf(parent, hash);
    const detail = `The key in ${PARENT_KEY_HEADER} is not the parent of the key of this request.`;
    throw new DomainError('forbidden', 'parent_key_wrong', detail);
  }
}

/** What somebody with this secret of the key may do, and until when. */
export function privilegesOf(key: OwnKeyRow, secretHash: Buffer): KeyPrivileges {
  return new KeyPrivileges(scopesOf(key), rateLimitOf(key), expiryOfSecret(key, secretHash));
}
