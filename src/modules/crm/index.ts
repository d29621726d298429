import type { FoyerModule } from '../../shared/foyer-module.js';
import { Migration20261115002000Crm } from './crm.migration.js';
import { CrmModule } from './crm.module.js';
import { sampleCrm } from './crm.sample.js';
import { Person } from './person.entity.js';

export { CrmModule } from './crm.module.js';
export { PersonsApi, type PersonSummary } from './persons.api.js';

export const crm: FoyerModule = {
  nest: CrmModule,
  tags: {
    persons: 'Somebody to make pages for',
  },
  entities: [Person],
  migrations: [Migration20261115002000Crm],
  events: [],
  sample: sampleCrm,
};
