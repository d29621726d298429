import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { InputDtos } from './input-dtos.js';
import { InputPipe } from './input.pipe.js';
import { JsonBodyGuard } from './json-body.guard.js';
import { ProblemFilter } from './problem.filter.js';
import { UnexpectedQueryGuard } from './unexpected-query.guard.js';

/** What every request passes before and after its handler. */
@Module({
  imports: [DiscoveryModule],
  providers: [
    InputDtos,
    { provide: APP_GUARD, useClass: UnexpectedQueryGuard },
    { provide: APP_GUARD, useClass: JsonBodyGuard },
    { provide: APP_PIPE, useClass: InputPipe },
    { provide: APP_FILTER, useClass: ProblemFilter },
  ],
})
export class HttpModule {}
