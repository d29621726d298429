import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { BatchItemsGuard } from './batches/batch-items.guard.js';
import { InputDtos } from './endpoint/input-dtos.js';
import { InputPipe } from './endpoint/input.pipe.js';
import { JsonBodyGuard } from './endpoint/json-body.guard.js';
import { ProblemFilter } from './problems/problem.filter.js';
import { UnexpectedQueryGuard } from './endpoint/unexpected-query.guard.js';

/** The steps that every request passes before and after its handler. */
@Module({
  imports: [DiscoveryModule],
  providers: [
    InputDtos,
    { provide: APP_GUARD, useClass: UnexpectedQueryGuard },
    { provide: APP_GUARD, useClass: JsonBodyGuard },
    { provide: APP_GUARD, useClass: BatchItemsGuard },
    { provide: APP_PIPE, useClass: InputPipe },
    { provide: APP_FILTER, useClass: ProblemFilter },
  ],
})
export class HttpModule {}
