import { defineEntity, p } from '@mikro-orm/core';
import { logColumns } from './account-log.entity.js';

const PersonLogSchema = defineEntity({
  name: 'PersonLog',
  tableName: 'person_log',
  properties: {
    ...logColumns,
    personId: p.uuid(),
    accountId: p.uuid().nullable(),
    createdPerson: p.boolean(),
  },
});

/** Something that a person did. It belongs to the person's account, as long as the person does. */
export class PersonLog extends PersonLogSchema.class {}

PersonLogSchema.setClass(PersonLog);
