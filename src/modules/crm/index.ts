import type { FoyerModule } from '../../shared/foyer-module.js';
import { accountList } from './dto/account-reads.js';
import { Account } from './entities/account.entity.js';
import { crmEvents } from './crm.events.js';
import { crmMigrations } from './crm.migration.js';
import { CrmModule } from './crm.module.js';
import { removeSampleCrm, sampleCrm } from './crm.sample.js';
import { showcaseCrm } from './crm.showcase.js';
import { AccountLog, accountLogTable, PersonLog, personLogTable } from './entities/log.entity.js';
import { accountLogList, activityList, personLogList } from './dto/log-reads.js';
import { personList } from './dto/person-reads.js';
import { Person, personTable } from './entities/person.entity.js';
import { crmProblems } from './crm.problems.js';

export { CrmModule } from './crm.module.js';
export { isEmail } from './entities/email-address.js';
export { PersonErasure, type PersonEraser } from './person-erasure.js';
export { PersonMatcher, type PersonIdentity } from './person-matcher.service.js';
export { SHOWCASE_PERSONS, type ShowcasePerson } from './crm.showcase.js';
export type { FoundTraces, PersonTraces } from './entities/person-traces.js';
export { personNameOf, PersonsApi, type PersonSummary } from './persons.api.js';

export const crm: FoyerModule = {
  nest: CrmModule,
  tags: {
    persons: 'The persons whom pages are made for',
    'person logs': 'What persons did',
    accounts: 'The companies of persons, identified by their domains',
    'account logs': 'What happened at accounts',
  },
  entities: [Account, Person, AccountLog, PersonLog],
  personal: [personTable, accountLogTable, personLogTable],
  migrations: crmMigrations,
  events: crmEvents,
  jobs: [],
  lists: [personList, personLogList, accountList, accountLogList, activityList],
  scopes: ['persons:read', 'persons:write', 'accounts:read', 'accounts:write'],
  problems: crmProblems,
  sample: sampleCrm,
  showcase: showcaseCrm,
  removeSample: removeSampleCrm,
};
