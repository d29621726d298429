import { EntityManager } from '@mikro-orm/postgresql';
import type { INestApplication } from '@nestjs/common';
import { MODULES } from '../../../application/modules.js';
import { KeyStore } from '../../../shared/auth/keys/key-store.js';
import { TenantStore } from '../../../shared/auth/tenant-store.js';
import { UnitOfWork } from '../../../shared/database/transactions/unit-of-work.js';
import { currentContext, inContext } from '../../../shared/database/transactions/work-context.js';
import { JobHandlers } from '../../../shared/jobs/job-handlers.js';
import { HOUR_MS, SECOND_MS } from '../../../shared/kernel/durations.js';
import { uuidOf } from '../../../shared/kernel/ids.js';
import type { Progress } from '../../../shared/kernel/progress.js';
import { CliFault } from '../../terminal/cli-fault.js';
import { OwnApi } from './own-api.js';
import { DemoClock } from './demo-clock.js';
import { DAYS, planYear, type PlannedDay } from './plan-year.js';
import { Setup } from './setup.js';
import type { Size } from './sizes.js';
import { Visitor } from './visitor.js';

export interface DemoOptions {
  tenant: string;
  size: Size;
  seed: number;
  /** Midnight in UTC after the last day. */
  until: number;
}

export interface Demo {
  tenantId: string;
  key: string;
  homeUrl: string | null;
  pages: number;
  leads: number;
  visits: number;
}

/** Visits that are made at the same time: one process and one database server keep two processors busy. */
const AT_ONCE = 4;

/** Works on a morning before anybody visits. */
const OFFICE_OPENS_MS = 4 * HOUR_MS;

/**
 * Lives through the year: makes pages when they are due, and visits them as browsers do. All use cases are those of the
 * service, so the tenant has what the service would have stored, and nothing else (decision 116).
 */
export async function makeDemo(
  app: INestApplication,
  options: DemoOptions,
  progress: Progress,
): Promise<Demo> {
  const days = planYear(options);
  const tenants = app.get(TenantStore);
  const known = await tenants.idOf(options.tenant);
  if (known) await assertEmpty(app, known, options.tenant);
  const demoClock = new DemoClock();
  demoClock.begin(days[0]!.startsAt);
  const tenantId = known ?? (await tenants.create(options.tenant))!;
  const key = await app.get(KeyStore).generate({ tenantId, origin: 'cli', name: 'Demo', scopes: ['*'] });
  const setup = new Setup(await OwnApi.on(app, key));
  await inContext({ ...currentContext(), tenantId }, () => live(app, { days, demoClock, setup, progress }));
  return {
    ...{ tenantId, key, homeUrl: setup.links.get('/')?.url ?? null },
    pages: days.flatMap(({ launches }) => launches).length + 1,
    leads: days.flatMap(({ leads }) => leads).length,
    visits: days.flatMap(({ visits }) => visits).length,
  };
}

async function assertEmpty(app: INestApplication, tenantId: string, name: string): Promise<void> {
  const found = await inContext({ ...currentContext(), tenantId }, () =>
    app.get(UnitOfWork).run(async () => {
      for (const entity of MODULES.flatMap(({ entities }) => entities))
        if ((await app.get(EntityManager).count(entity, {})) > 0) return entity;
      return undefined;
    }),
  );
  if (found === undefined) return;
  throw new CliFault(
    `The tenant "${name}" has data already; the demo needs a tenant without any: --tenant <name>.`,
  );
}

interface Life {
  days: readonly PlannedDay[];
  demoClock: DemoClock;
  setup: Setup;
  progress: Progress;
}

async function live(app: INestApplication, { days, demoClock, setup, progress }: Life): Promise<void> {
  const visitor = new Visitor(app, demoClock);
  await setup.begin();
  let seed = 0;
  for (const [index, day] of days.entries()) {
    demoClock.begin(day.startsAt + OFFICE_OPENS_MS);
    for (const page of day.launches) await setup.launch(page);
    for (const lead of day.leads) await setup.propose(lead);
    const waiting = day.visits.values();
    const visitOthers = async () => {
      for (const plan of waiting) await visitor.visit(plan, setup.links.get(plan.path)!, seed++);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, visitOthers));
    progress.part('Days', index + 1, DAYS);
  }
  demoClock.end();
  progress.step('Identifying the senders of forms');
  for (const { formSubmissionId, createdAt } of await setup.receivedSubmissions()) {
    const submissionId = uuidOf('submission', formSubmissionId)!;
    await demoClock.at(Number(createdAt) + 5 * SECOND_MS, () => runJob(app, 'form.enrich', { submissionId }));
  }
  progress.step('Adding up the figures');
  await runJob(app, 'analytics.fold');
  progress.step('Forgetting what the service keeps for a shorter time');
  for (const job of ['visits.forget', 'question.forget', 'events.forget']) await runJob(app, job);
}

/** What a worker would do soon. Its own run finds nothing left to do. */
async function runJob(app: INestApplication, name: string, data: object = {}): Promise<void> {
  const [, handler] = [...app.get(JobHandlers, { strict: false }).byKind()].find(
    ([kind]) => kind.name === name,
  )!;
  await handler.handle(data, { signal: new AbortController().signal });
}
