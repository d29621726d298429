import { defineEntity, p } from '@mikro-orm/core';
import { hashKey, newSecretOf } from '../../shared/auth/keys/api-key.js';
import type { KeyOrigin } from '../../shared/auth/keys/key-store.js';
import { stateOf } from '../../shared/auth/keys/key-standing.js';
import { managesKeys, scopesBeyond } from '../../shared/auth/keys/scopes.js';
import { columns } from '../../shared/database/records/column-map.js';
import { moment, newRecord, recordColumns, textList } from '../../shared/database/records/columns.js';
import { detached } from '../../shared/database/records/detached.js';
import { notPersonal } from '../../shared/database/records/personal.js';
import { currentTenant } from '../../shared/database/transactions/work-context.js';
import { clock } from '../../shared/kernel/clock.js';
import { HOUR_MS } from '../../shared/kernel/durations.js';
import { conflict } from '../../shared/kernel/errors.js';
import { rateLimitText, type RateLimit } from '../../shared/kernel/rate-limit.js';
import { isBeyondLimit } from './key-privileges.js';

/** The stored fields of a key that its view shows. */
export const apiKeyFields = columns({
  name: notPersonal(p.text().nullable()),
  origin: notPersonal(p.text().$type<KeyOrigin>()),
  scopes: notPersonal(textList()),
  rateLimit: notPersonal(p.text().nullable()),
  parentId: p.uuid().nullable(),
  expiresAt: moment().nullable(),
  revokedAt: moment().nullable(),
  previousUntil: moment().nullable(),
  lastUsedAt: moment().nullable(),
  createdAt: recordColumns.createdAt,
  // Null until the first change of a key of an earlier release.
  updatedAt: moment().nullable(),
});

/** Hashes of its secrets, and the one that its parent had when this key was made. */
export const secretFields = columns({
  hash: p.blob().$type<Buffer>(),
  previousHash: p.blob().$type<Buffer>().nullable(),
  parentHash: p.blob().$type<Buffer>().nullable(),
});

const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    // Not a part of the primary key: a key is found before its tenant is known.
    tenantId: p.uuid().onCreate(() => currentTenant()),
    id: p.uuid().primary(),
    ...apiKeyFields.properties,
    ...secretFields.properties,
  },
});

export interface NewApiKey {
  name: string;
  scopes: readonly string[];
  rateLimit?: RateLimit | null;
  expiresAt?: Date | null;
}

export type ApiKeyChange = Partial<NewApiKey>;

/** A key as its maker gets it, only once. */
export interface IssuedKey {
  key: ApiKey;
  secret: string;
}

/** Origins whose text is in a setting or a file: the next start would register it again. */
const TEXT_IS_SET: Partial<Record<KeyOrigin, string>> = {
  environment: 'Set API_KEY to another key, and restart the service.',
  'data folder': 'Delete the file api-key in the data folder, and restart the service.',
};

export class ApiKey extends ApiKeySchema.class {
  static issue({ name, scopes, rateLimit, expiresAt = null }: NewApiKey): IssuedKey {
    const record = newRecord();
    const secret = newSecretOf(record.id);
    const key = detached(ApiKey, {
      ...{ ...record, name, origin: 'api' as const, scopes: unique(scopes), expiresAt },
      ...{ rateLimit: rateLimit ? rateLimitText(rateLimit) : null, hash: hashKey(secret) },
    });
    return { key, secret };
  }

  /** It ends with its parent, or when its parent has another secret. */
  static issueChild(given: NewApiKey, parent: { id: string; hash: Buffer }): IssuedKey {
    const issued = ApiKey.issue(given);
    Object.assign(issued.key, { parentId: parent.id, parentHash: parent.hash });
    return issued;
  }

  change({ name, scopes, rateLimit, expiresAt }: ApiKeyChange): void {
    this.assertOwnKey('changed');
    if (this.revokedAt) throw ended('This key was revoked, so it can no longer be changed.');
    if (name !== undefined) this.name = name;
    if (scopes !== undefined) this.scopes = unique(scopes);
    if (rateLimit !== undefined) this.rateLimit = rateLimit && rateLimitText(rateLimit);
    if (expiresAt !== undefined) this.expiresAt = expiresAt;
    this.touch();
  }

  /** Returns the new secret. The old one works for some hours more, instead of the one before it. */
  rotate(overlapHours: number): string {
    this.assertOwnKey('rotated');
    const now = clock.now().getTime();
    const state = stateOf({ ...apiKeyFields.valuesOf(this) }, now);
    if (state !== 'active') throw ended(`This key is ${state}, so it can no longer be rotated.`);
    const remedy = TEXT_IS_SET[this.origin];
    if (remedy)
      throw conflict('key_secret_is_set', `The secret of this key is set by the operator. ${remedy}`);
    const secret = newSecretOf(this.id);
    this.touch();
    this.previousHash = overlapHours > 0 ? this.hash : null;
    this.previousUntil =
      overlapHours > 0 ? new Date(this.updatedAt!.getTime() + overlapHours * HOUR_MS) : null;
    this.hash = hashKey(secret);
    return secret;
  }

  revoke(): void {
    this.touch();
    this.revokedAt = this.updatedAt;
  }

  /** Whether it can manage keys for as long as nobody ends it. */
  get managesForGood(): boolean {
    return !this.revokedAt && !this.expiresAt && !this.parentId && managesKeys(this.scopes);
  }

  /** Whether it has lost something that it had before, so that another key must be there to manage keys. */
  isLessThan(before: { scopes: readonly string[]; rateLimit: string | null }): boolean {
    return (
      !this.managesForGood ||
      scopesBeyond(before.scopes, this.scopes).length > 0 ||
      isBeyondLimit(before.rateLimit, this.rateLimit ?? null)
    );
  }

  private assertOwnKey(what: string): void {
    if (!this.parentId) return;
    throw conflict(
      'child_key',
      `A child key can't be ${what}; revoke it, and let its parent make another one.`,
    );
  }

  private touch(): void {
    this.updatedAt = clock.notBefore(this.updatedAt ?? this.createdAt);
  }
}

ApiKeySchema.setClass(ApiKey);

function ended(detail: string) {
  return conflict('key_ended', detail);
}

function unique(scopes: readonly string[]): string[] {
  return [...new Set(scopes)];
}
