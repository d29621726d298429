import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { InputDtos } from './input-dtos.js';
import { InputPipe } from './input.pipe.js';
import { JsonBodyGuard } from './json-body.guard.js';
import { ProblemFilter } from './problem.filter.js';
import { StrayQueryGuard } from './stray-query.guard.js';

/** What stands around every handler. */
@Module({
  imports: [DiscoveryModule],
  providers: [
    InputDtos,
    { provide: APP_GUARD, useClass: StrayQueryGuard },
    { provide: APP_GUARD, useClass: JsonBodyGuard },
    { provide: APP_PIPE, useClass: InputPipe },
    { provide: APP_FILTER, useClass: ProblemFilter },
  ],
})
export class HttpModule {}
