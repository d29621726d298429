import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { MAX_CHILD_LIFETIME_MS } from '../../shared/auth/keys/key-rules.js';
import {
  expiryOfSecret,
  rateLimitOf,
  scopesOf,
  type ParentGrant,
} from '../../shared/auth/keys/key-standing.js';
import type { Caller } from '../../shared/auth/keys/caller.js';
import { InjectSettings } from '../../shared/config/config.module.js';
import type { Settings } from '../../shared/config/settings.js';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { TenantLock } from '../../shared/database/transactions/tenant-lock.js';
import { Events } from '../../shared/events/events.js';
import { clock } from '../../shared/kernel/clock.js';
import { DomainError } from '../../shared/kernel/errors.js';
import { wireId } from '../../shared/kernel/ids.js';
import { readRateLimit } from '../../shared/kernel/rate-limit.js';
import { wireTimeOrNull } from '../../shared/kernel/wire-time.js';
import { ApiKey } from './api-key.entity.js';
import { assertWithinLimit } from './child-key-limit.js';
import { readExpiry } from './expiry.js';
import { ActingKey, privilegesOf } from './acting-key.js';
import { apiKeyView, countChildren, type OwnKeyRow } from './key-reads.js';
import type { CreateChildKey, IssuedApiKeyView, OwnKeyView } from './keys.dto.js';
import { KeyPrivileges } from './key-privileges.js';

/** The key of the caller: what it is, and keys that it makes of itself. */
@Injectable()
export class OwnKeyService {
  constructor(
    private readonly em: EntityManager,
    private readonly reads: PreparedReads,
    private readonly tenantLock: TenantLock,
    private readonly actingKey: ActingKey,
    private readonly events: Events,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  async get(caller: Caller): Promise<OwnKeyView> {
    const own = await this.actingKey.ownKey(caller);
    const limit = rateLimitOf(own);
    return {
      tenantId: wireId('tenant', caller.tenantId),
      tenantName: own.tenantName,
      apiKeyId: wireId('key', own.id),
      name: own.name ?? null,
      parentApiKeyId: own.parentId ? wireId('key', own.parentId) : null,
      scopes: [...scopesOf(own)],
      expiresAt: wireTimeOrNull(expiryOfSecret(own, caller.secretHash)),
      limits: {
        key: (limit !== null && readRateLimit(limit)) || null,
        tenant: this.settings.RATE_LIMIT ?? null,
      },
    };
  }

  async createChild(asked: CreateChildKey, caller: Caller): Promise<IssuedApiKeyView> {
    if (caller.parentId)
      throw new DomainError('forbidden', 'child_key', "A child key can't make children; use its parent.");
    await this.tenantLock.acquire(`children of ${caller.keyId}`);
    const own = await this.actingKey.ownKey(caller);
    const { name, scopes = [...scopesOf(own)] } = asked;
    const expiresAt = this.expiryOf(own, asked, caller);
    privilegesOf(own, caller.secretHash).assertGrants(
      new KeyPrivileges(scopes, rateLimitOf(own), expiresAt.getTime()),
    );
    const children = await this.reads.one(countChildren, own.id, own.hash, clock.now());
    assertWithinLimit(children!.count);
    const { key, secret } = ApiKey.issueChild({ name, scopes, expiresAt }, own);
    this.em.persist(key);
    this.events.record({ type: 'api_key.created', apiKeyId: wireId('key', key.id) });
    return { ...apiKeyView(key, parentGrantOf(own)), secret };
  }

  /** Never after the secret that was sent, which the child would otherwise outlive. */
  private expiryOf(own: OwnKeyRow, { expiresAt }: CreateChildKey, { secretHash }: Caller): Date {
    const latest = clock.now().getTime() + MAX_CHILD_LIFETIME_MS;
    const asked = readExpiry(expiresAt, MAX_CHILD_LIFETIME_MS)?.getTime() ?? latest;
    return new Date(Math.min(asked, expiryOfSecret(own, secretHash) ?? asked));
  }
}

function parentGrantOf({ scopes, rateLimit, expiresAt }: OwnKeyRow): ParentGrant {
  return { scopes, rateLimit, expiresAt, isRotated: false };
}
