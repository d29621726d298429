import { Injectable } from '@nestjs/common';
import { TenantStore } from '../auth/tenant-store.js';
import { Handles, type JobContext, type JobHandler } from '../jobs/job-handlers.js';
import { PersonIndex, TENANTS_TO_FILL } from './person-index.js';
import { PersonalTables } from './personal-tables.js';
import { fillPersonIndex } from './personal.jobs.js';

@Injectable()
@Handles(fillPersonIndex)
export class FillPersonIndexHandler implements JobHandler {
  constructor(
    private readonly tenants: TenantStore,
    private readonly tables: PersonalTables,
    private readonly index: PersonIndex,
  ) {}

  async handle(_data: object, { signal }: JobContext): Promise<void> {
    const look = { text: TENANTS_TO_FILL, values: [this.tables.version] };
    await this.tenants.forEachFound(look, () => this.index.fill(signal));
  }
}
