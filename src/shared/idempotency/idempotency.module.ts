import { Global, Module } from '@nestjs/common';
import { AnswerSecrets } from './answer-secrets.js';
import { IdempotencyStore } from './idempotency-store.js';

@Global()
@Module({ providers: [IdempotencyStore, AnswerSecrets], exports: [IdempotencyStore] })
export class IdempotencyModule {}
