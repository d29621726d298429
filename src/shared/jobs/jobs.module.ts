import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { BackgroundWork } from './background-work.js';
import { JobCatalog } from './job-catalog.js';
import { JobEngine } from './job-engine.js';
import { JobHandlers } from './job-handlers.js';
import type { JobKind } from './job-kind.js';
import { Jobs } from './jobs.js';
import { LaneSignals } from './lane-signals.js';
import { OldRows } from './old-rows.js';

@Global()
@Module({})
export class JobsModule {
  static with(kinds: readonly JobKind[]): DynamicModule {
    const catalog = { provide: JobCatalog, useValue: new JobCatalog(kinds) };
    return {
      module: JobsModule,
      imports: [DiscoveryModule],
      providers: [catalog, BackgroundWork, JobHandlers, JobEngine, Jobs, LaneSignals, OldRows],
      exports: [BackgroundWork, JobEngine, Jobs, LaneSignals, OldRows],
    };
  }
}
