import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { DEFAULT_OVERLAP_HOURS } from '../../shared/auth/keys/key-rules.js';
import type { ParentGrant } from '../../shared/auth/keys/key-standing.js';
import type { ListPage } from '../../shared/answers/list-page.js';
import { Lists } from '../../shared/database/lists/lists.js';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { RecordLock } from '../../shared/database/transactions/record-lock.js';
import { Events } from '../../shared/events/events.js';
import { conflict, notFound } from '../../shared/kernel/errors.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { Precondition } from '../../shared/kernel/precondition.js';
import { ApiKey } from './api-key.entity.js';
import { readExpiry } from './expiry.js';
import { ActingKey, type SentKeys } from './acting-key.js';
import { anotherManager, apiKeyById, apiKeyList, apiKeyView } from './key-reads.js';
import type { ApiKeyEventKind } from './keys.events.js';
import type {
  ApiKeysQuery,
  ApiKeyView,
  CreateApiKey,
  IssuedApiKeyView,
  RotateApiKey,
  UpdateApiKey,
} from './keys.dto.js';
import { privilegesOfGrant } from './key-privileges.js';

interface LoadedKey {
  key: ApiKey;
  parent: ParentGrant | null;
}

@Injectable()
export class KeysService {
  constructor(
    private readonly em: EntityManager,
    private readonly recordLock: RecordLock,
    private readonly reads: PreparedReads,
    private readonly lists: Lists,
    private readonly actingKey: ActingKey,
    private readonly events: Events,
  ) {}

  list({ parentApiKeyId: parentId, ...query }: ApiKeysQuery): Promise<ListPage<ApiKeyView>> {
    const viewsOf = (rows: (typeof apiKeyList.row)[]) => rows.map((row) => apiKeyView(row, row.parent));
    return this.lists.page(apiKeyList, query, viewsOf, { parentId });
  }

  async get(keyId: string): Promise<ApiKeyView> {
    const row = await this.reads.one(apiKeyById, keyId);
    if (!row) throw notFound('key');
    return apiKeyView(row, row.parent);
  }

  async create(asked: CreateApiKey, keys: SentKeys): Promise<IssuedApiKeyView> {
    const own = await this.actingKey.toIssue(keys);
    const { key, secret } = ApiKey.issue({ ...asked, expiresAt: readExpiry(asked.expiresAt) });
    own.assertGrants(privilegesOfGrant(key), asked.scopes);
    this.em.persist(key);
    return { ...this.changed('api_key.created', { key, parent: null }), secret };
  }

  async update(
    keyId: string,
    change: UpdateApiKey,
    precondition: Precondition,
    keys: SentKeys,
  ): Promise<ApiKeyView> {
    const own = await this.actingKey.toManage(keys);
    const loaded = await this.load(keyId, precondition);
    const { key } = loaded;
    own.assertCovers(privilegesOfGrant(key, loaded.parent));
    const [managed, before] = [key.managesForGood, { scopes: key.scopes, rateLimit: key.rateLimit ?? null }];
    key.change({ ...change, expiresAt: readExpiry(change.expiresAt) });
    own.assertGrants(privilegesOfGrant(key), change.scopes);
    if (managed && key.isLessThan(before)) await this.assertAnotherManager(keyId);
    return this.changed('api_key.updated', loaded);
  }

  async rotate(keyId: string, { overlapHours }: RotateApiKey, keys: SentKeys): Promise<IssuedApiKeyView> {
    const own = await this.actingKey.toIssue(keys);
    const loaded = await this.load(keyId);
    own.assertCovers(privilegesOfGrant(loaded.key, loaded.parent));
    const secret = loaded.key.rotate(overlapHours ?? DEFAULT_OVERLAP_HOURS);
    return { ...this.changed('api_key.rotated', loaded), secret };
  }

  async revoke(keyId: string, precondition: Precondition, keys: SentKeys): Promise<ApiKeyView> {
    const own = await this.actingKey.toRevoke(keyId, keys);
    const loaded = await this.load(keyId, precondition);
    const { key, parent } = loaded;
    own.assertCovers(privilegesOfGrant(key, parent));
    if (key.revokedAt) return apiKeyView(key, parent);
    if (key.managesForGood) await this.assertAnotherManager(keyId);
    key.revoke();
    return this.changed('api_key.revoked', loaded);
  }

  /** Without it, only the operator could make a key for the tenant. The lock of the tenant's keys is held. */
  private async assertAnotherManager(keyId: string): Promise<void> {
    if (await this.reads.one(anotherManager, keyId)) return;
    throw conflict(
      'last_managing_key',
      'This is the last key that can manage keys and does not expire, so it can not be revoked, get fewer scopes, a lower rate limit or expire; create another such key first.',
    );
  }

  /** Locks the key, also against the command line, which takes no lock of the tenant. */
  private async load(keyId: string, precondition?: Precondition): Promise<LoadedKey> {
    const key = await this.recordLock.findOne(ApiKey, { id: keyId });
    if (!key) throw notFound('key');
    const parent = key.parentId ? (await this.reads.one(apiKeyById, keyId))!.parent : null;
    precondition?.assertHolds(apiKeyView(key, parent));
    return { key, parent };
  }

  private changed(type: ApiKeyEventKind, { key, parent }: LoadedKey): ApiKeyView {
    this.events.record({ type, apiKeyId: wireId('key', key.id) });
    return apiKeyView(key, parent);
  }
}
