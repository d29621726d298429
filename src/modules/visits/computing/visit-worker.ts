import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { TenantStore } from '../../../shared/auth/tenant-store.js';
import { InjectSettings } from '../../../shared/config/config.module.js';
import type { Settings } from '../../../shared/config/settings.js';
import { BackgroundWork } from '../../../shared/jobs/background-work.js';
import { TenantLoop } from '../../../shared/jobs/tenant-loop.js';
import { clock } from '../../../shared/kernel/clock.js';
import { VisitComputer } from './visit-computer.js';
import { VisitStore } from '../collecting/visit-store.js';

/** Batch size of the lookup of a tenant's due visits. */
const STEP = 100;

/** The first due visit of each tenant. Skips from tenant to tenant without reading the other visits. */
const firstDue = (after: string) => `
  (select v.tenant_id, v.due_at from visit v
   where v.due_at is not null ${after} order by v.tenant_id, v.due_at limit 1)`;

export const TENANTS_WITH_DUE_VISITS = `
  with recursive first_due as (
    ${firstDue('')}
    union all
    select next.* from first_due f, lateral ${firstDue('and v.tenant_id > f.tenant_id')} next
  )
  select tenant_id as "tenantId" from first_due where due_at <= $1`;

/** Keeps the sessions of visits up to date, in every worker process. */
@Injectable()
export class VisitWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: TenantLoop;

  constructor(
    @InjectSettings() private readonly settings: Settings,
    tenants: TenantStore,
    private readonly store: VisitStore,
    private readonly computer: VisitComputer,
    background: BackgroundWork,
  ) {
    this.loop = new TenantLoop(background, tenants, {
      name: 'visits',
      dueTenants: TENANTS_WITH_DUE_VISITS,
      work: (signal) => this.computeDue(signal),
    });
  }

  onApplicationBootstrap(): void {
    if (this.settings.ROLE !== 'api') this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** Of one tenant. Stops if other transactions have locked all visits that it finds. */
  async computeDue(signal: AbortSignal): Promise<void> {
    for (let isMore = true; isMore;) {
      const due = await this.store.due(clock.now(), STEP);
      let computed = 0;
      for (const id of due) if (!signal.aborted && (await this.computer.lookAt(id))) computed++;
      isMore = due.length === STEP && computed > 0;
    }
  }
}
