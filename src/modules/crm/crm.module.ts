import { Module } from '@nestjs/common';
import { AccountLogsController } from './account-logs.controller.js';
import { AccountLogsService } from './account-logs.service.js';
import { AccountsController } from './accounts.controller.js';
import { AccountsService } from './accounts.service.js';
import { DomainAccounts } from './domain-accounts.service.js';
import { LoggedPersons } from './logged-persons.service.js';
import { NewPersons } from './new-persons.service.js';
import { PersonLogsController } from './person-logs.controller.js';
import { PersonLogsService } from './person-logs.service.js';
import { PersonsApi } from './persons.api.js';
import { PersonsController } from './persons.controller.js';
import { PersonsService } from './persons.service.js';

@Module({
  controllers: [PersonsController, PersonLogsController, AccountsController, AccountLogsController],
  providers: [
    ...[PersonsService, PersonLogsService, AccountsService, AccountLogsService],
    ...[NewPersons, LoggedPersons, DomainAccounts, PersonsApi],
  ],
  exports: [PersonsApi],
})
export class CrmModule {}
