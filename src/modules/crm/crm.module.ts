import { Module } from '@nestjs/common';
import { AccountLogsController } from './account-logs.controller.js';
import { AccountLogsService } from './account-logs.service.js';
import { AccountStore } from './entities/account-store.js';
import { AccountsController } from './accounts.controller.js';
import { AccountsService } from './accounts.service.js';
import { AccountBatchesService } from './batches/account-batches.service.js';
import { AccountLogBatchesService } from './batches/account-log-batches.service.js';
import { PersonBatchStore } from './batches/person-batch-store.js';
import { PersonBatchesService } from './batches/person-batches.service.js';
import { PersonErasure } from './person-erasure.js';
import { PersonLogsController } from './person-logs.controller.js';
import { PersonLogsService } from './person-logs.service.js';
import { PersonMatcher } from './person-matcher.service.js';
import { PersonStore } from './entities/person-store.js';
import { PersonsApi } from './persons.api.js';
import { PersonsController } from './persons.controller.js';
import { PersonsService } from './persons.service.js';

@Module({
  controllers: [PersonsController, PersonLogsController, AccountsController, AccountLogsController],
  providers: [
    ...[PersonsService, PersonLogsService, AccountsService, AccountLogsService],
    ...[PersonBatchesService, PersonBatchStore, AccountBatchesService, AccountLogBatchesService],
    ...[PersonStore, PersonMatcher, AccountStore, PersonsApi, PersonErasure],
  ],
  exports: [PersonsApi, PersonMatcher, PersonErasure],
})
export class CrmModule {}
