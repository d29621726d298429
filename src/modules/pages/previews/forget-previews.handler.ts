import { Injectable } from '@nestjs/common';
import { TenantStore } from '../../../shared/auth/tenant-store.js';
import { UnitOfWork } from '../../../shared/database/transactions/unit-of-work.js';
import { Handles, type JobHandler } from '../../../shared/jobs/job-handlers.js';
import { forgetPreviews } from './previews.jobs.js';
import { oldestShown } from './unsaved-preview.entity.js';
import { UnsavedPreviews } from './unsaved-previews.js';

/** Of all tenants: a minute's work concerns those who have looked at previews just before. */
export const TENANTS_WITH_OLD_PREVIEWS =
  'select distinct tenant_id as "tenantId" from page_preview where created_at < $1';

@Injectable()
@Handles(forgetPreviews)
export class ForgetPreviewsHandler implements JobHandler {
  constructor(
    private readonly tenants: TenantStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly previews: UnsavedPreviews,
  ) {}

  async handle(): Promise<void> {
    const look = { text: TENANTS_WITH_OLD_PREVIEWS, values: [oldestShown()] };
    await this.tenants.forEachFound(look, () => this.unitOfWork.run(() => this.previews.deleteOld()));
  }
}
