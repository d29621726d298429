import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccessGuard } from './access.guard.js';
import { ApiKeyCache } from './keys/api-key-cache.js';
import { KeyLookUps } from './keys/key-lookups.js';
import { KeyStore } from './keys/key-store.js';
import { ScopeCatalog } from './keys/scopes.js';
import { RateLimits } from './rate-limits.js';
import { RequestTurns } from './request-turns.js';
import { SignedUrls } from './signed-urls.js';
import { TenantStore } from './tenant-store.js';

@Global()
@Module({})
export class AuthModule {
  /** With the scopes that the operations of the service need. */
  static with(scopes: readonly string[]): DynamicModule {
    return {
      module: AuthModule,
      providers: [
        ...[TenantStore, KeyStore, KeyLookUps, ApiKeyCache, RateLimits, RequestTurns, SignedUrls],
        { provide: ScopeCatalog, useValue: new ScopeCatalog(scopes) },
        { provide: APP_GUARD, useClass: AccessGuard },
      ],
      exports: [TenantStore, KeyStore, ApiKeyCache, ScopeCatalog, RateLimits, RequestTurns, SignedUrls],
    };
  }
}
