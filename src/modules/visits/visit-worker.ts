import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectSettings } from '../../shared/config/config.module.js';
import type { Settings } from '../../shared/config/settings.js';
import { InjectDirectUrl } from '../../shared/database/driver/database-url.js';
import { LaneDispatcher } from '../../shared/jobs/lane-dispatcher.js';
import { VisitComputer } from './visit-computer.js';
import { VisitLane } from './visit-lane.js';
import { VisitStore } from './visit-store.js';

const VISIT_CHANNEL = 'foyer_visits';

/** The first that is due of each tenant, from one tenant to the next: the others are not looked at. */
const firstDue = (after: string) => `
  (select v.tenant_id, v.due_at from visit v
   where v.due_at is not null ${after} order by v.tenant_id, v.due_at limit 1)`;

const TENANTS_WITH_DUE_VISITS = `
  with recursive first_due as (
    ${firstDue('')}
    union all
    select next.* from first_due f, lateral ${firstDue('and v.tenant_id > f.tenant_id')} next
  )
  select tenant_id as "tenantId", tenant_id as id from first_due where due_at <= now()`;

/** Keeps the sessions of visits up to date, in every process that is a worker. Each tenant is a lane. */
@Injectable()
export class VisitWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly dispatcher: LaneDispatcher;

  constructor(
    @InjectSettings() private readonly settings: Settings,
    @InjectDirectUrl() url: string,
    store: VisitStore,
    computer: VisitComputer,
  ) {
    this.dispatcher = new LaneDispatcher(url, {
      channel: VISIT_CHANNEL,
      dueLanes: TENANTS_WITH_DUE_VISITS,
      create: () => new VisitLane(store, computer),
    });
  }

  onApplicationBootstrap(): void {
    if (this.settings.ROLE !== 'api') this.dispatcher.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.dispatcher.stop(this.settings.SHUTDOWN_TIMEOUT_MS);
  }
}
