import { defineEvents } from '../../shared/events/event-kind.js';
import { RecordId } from '../../shared/fields/fields.js';

export class PersonEvent {
  @RecordId('person')
  personId!: string;
}

export class PersonLogEvent extends PersonEvent {
  @RecordId('personlog')
  personLogId!: string;
}

export class AccountEvent {
  @RecordId('account')
  accountId!: string;
}

export class AccountLogEvent extends AccountEvent {
  @RecordId('accountlog')
  accountLogId!: string;
}

const person = { payload: PersonEvent, resource: 'personId' } as const;
const account = { payload: AccountEvent, resource: 'accountId' } as const;
const accountLog = { payload: AccountLogEvent, resource: 'accountId', record: 'accountLogId' } as const;

export const crmEvents = defineEvents({
  'person.created': { about: 'A person was created, by hand or for a log entry.', ...person },
  'person.updated': { about: 'A person was changed.', ...person },
  'person.deleted': { about: 'A person was deleted.', ...person },
  'person.restored': { about: 'A deleted person was restored.', ...person },
  'person.erased': {
    about: 'All data about a person was erased. Receivers that keep copies should erase them as well.',
    ...person,
  },
  'person.log.created': {
    about: 'Something about a person was logged.',
    payload: PersonLogEvent,
    resource: 'personId',
    record: 'personLogId',
  },
  'account.created': { about: 'An account was created, by hand or with its first person.', ...account },
  'account.updated': { about: 'An account was renamed.', ...account },
  'account.log.created': { about: 'Something about an account was logged.', ...accountLog },
  'account.log.deleted': { about: 'A log entry of an account was deleted.', ...accountLog },
});

declare module '../../shared/events/event-kind.js' {
  interface DeclaredEvents {
    crm: typeof crmEvents;
  }
}

export type PersonEventKind = `person.${'created' | 'updated' | 'deleted' | 'restored'}`;
export type AccountLogEventKind = `account.log.${'created' | 'deleted'}`;
