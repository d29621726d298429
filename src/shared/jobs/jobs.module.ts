import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { JobEngine } from './job-engine.js';
import { JobHandlers } from './job-handlers.js';
import { Jobs } from './jobs.js';

@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [JobHandlers, JobEngine, Jobs],
  exports: [JobEngine, Jobs],
})
export class JobsModule {}
