import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccessGuard } from './access.guard.js';
import { EveryTenant } from './every-tenant.js';
import { KeyRing } from './key-ring.js';
import { KeyStore } from './key-store.js';
import { TenantStore } from './tenant-store.js';

@Global()
@Module({
  providers: [TenantStore, EveryTenant, KeyStore, KeyRing, { provide: APP_GUARD, useClass: AccessGuard }],
  exports: [TenantStore, EveryTenant, KeyStore, KeyRing],
})
export class AuthModule {}
