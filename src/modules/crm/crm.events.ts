export const crmEvents = [
  'person.created',
  'person.updated',
  'person.deleted',
  'person.restored',
  'person.log.created',
  'account.created',
  'account.updated',
  'account.log.created',
  'account.log.deleted',
] as const;

export type CrmEvent = (typeof crmEvents)[number];
