import { wireTime } from '../../shared/kernel/wire-time.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { PersonFacts } from './person-facts.js';
import type { PersonView } from './persons.dto.js';

/** What a view is made from. An entity has this shape, and so has a row of a prepared read. */
export interface PersonRecord {
  id: string;
  name: string;
  slug: string;
  email?: string | null;
  domain?: string | null;
  phoneNumber?: string | null;
  linkedinProfileUrl?: string | null;
  createdAt: Date | number;
  updatedAt: Date | number;
}

export function personView(person: PersonRecord): PersonView {
  const { name, email, domain, phoneNumber, linkedinProfileUrl } = factsIn(person);
  return {
    personId: wireId('person', person.id),
    name,
    email,
    domain,
    slug: person.slug,
    phoneNumber,
    linkedinProfileUrl,
    createdAt: wireTime(person.createdAt),
    updatedAt: wireTime(person.updatedAt),
  };
}

export function factsIn(person: PersonRecord): PersonFacts {
  const { name, email = null, domain = null, phoneNumber = null, linkedinProfileUrl = null } = person;
  return { name, email, domain, phoneNumber, linkedinProfileUrl };
}
