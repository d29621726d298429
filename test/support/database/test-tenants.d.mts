import type { INestApplicationContext } from '@nestjs/common';

export interface TenantWithKey {
  id: string;
  key: string;
}

export interface TestTenants {
  /** The tenant with the sample data. */
  home: TenantWithKey;
  /** The tenant without data. */
  stranger: TenantWithKey;
}

/** The tenants that tests call the service as. */
export function makeTestTenants(app: INestApplicationContext): Promise<TestTenants>;
