import { Global, Module } from '@nestjs/common';
import { ForgetAnswersJob } from './forget-answers.job.js';
import { IdempotentAnswers } from './idempotent-answers.js';

@Global()
@Module({ providers: [IdempotentAnswers, ForgetAnswersJob], exports: [IdempotentAnswers] })
export class IdempotencyModule {}
