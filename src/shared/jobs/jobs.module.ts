import { Global, Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
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
      providers: [catalog, JobHandlers, JobEngine, Jobs, LaneSignals, OldRows],
      exports: [JobEngine, Jobs, LaneSignals, OldRows],
    };
  }
}
