import type { EntityManager } from '@mikro-orm/postgresql';
import { exampleUuid } from '../../shared/kernel/example-ids.js';
import { keysOf } from './person-facts.js';
import { Person } from './person.entity.js';

/** The records that the examples in the docs name. */
export function sampleCrm(em: EntityManager): void {
  const facts = {
    name: 'Jane Doe',
    email: 'jane@example.com',
    domain: 'example.com',
    phoneNumber: '+14155550123',
    linkedinProfileUrl: 'https://www.linkedin.com/in/jane-doe',
  };
  em.create(Person, { id: exampleUuid('person'), slug: 'jane-doe', ...facts, ...keysOf(facts) });
}
