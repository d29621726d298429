import type { INestApplicationContext } from '@nestjs/common';

export interface TenantWithKey {
  id: string;
  key: string;
}

export interface TestTenants {
  /** Has the sample data. */
  home: TenantWithKey;
  /** Has nothing. */
  stranger: TenantWithKey;
}

/** The tenants that tests call the service as. */
export function makeTestTenants(app: INestApplicationContext): Promise<TestTenants>;
