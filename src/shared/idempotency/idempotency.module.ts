import { Global, Module } from '@nestjs/common';
import { ForgetAnswersJob } from './forget-answers.job.js';
import { IdempotencyStore } from './idempotency-store.js';

@Global()
@Module({ providers: [IdempotencyStore, ForgetAnswersJob], exports: [IdempotencyStore] })
export class IdempotencyModule {}
