import { Global, Module } from '@nestjs/common';
import { ForgetAnswersHandler } from './forget-answers.handler.js';
import { IdempotencyStore } from './idempotency-store.js';

@Global()
@Module({ providers: [IdempotencyStore, ForgetAnswersHandler], exports: [IdempotencyStore] })
export class IdempotencyModule {}
