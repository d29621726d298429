import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccessGuard } from './access.guard.js';
import { ApiKeyCache } from './api-key-cache.js';
import { KeyLookUps } from './key-lookups.js';
import { KeyStore } from './key-store.js';
import { RateLimits } from './rate-limits.js';
import { RequestTurns } from './request-turns.js';
import { SignedUrls } from './signed-urls.js';
import { TenantStore } from './tenant-store.js';

@Global()
@Module({
  providers: [
    ...[TenantStore, KeyStore, KeyLookUps, ApiKeyCache, RateLimits, RequestTurns, SignedUrls],
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [TenantStore, KeyStore, ApiKeyCache, RateLimits, RequestTurns, SignedUrls],
})
export class AuthModule {}
