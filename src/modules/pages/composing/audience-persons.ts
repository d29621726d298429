import { Injectable } from '@nestjs/common';
import { unknownReference } from '../../../shared/kernel/errors.js';
import { uuidOf } from '../../../shared/kernel/ids.js';
import { PersonsApi, type PersonSummary } from '../../crm/index.js';

/** Reads the persons of audiences from the CRM. */
@Injectable()
export class AudiencePersons {
  constructor(private readonly persons: PersonsApi) {}

  /** The person must exist. Locks the person until the end of the request. */
  async required(personId: string | null | undefined): Promise<PersonSummary | undefined> {
    if (personId === null || personId === undefined) return undefined;
    const uuid = uuidOf('person', personId);
    const person = uuid && (await this.persons.lock(uuid));
    if (person && !person.isDeleted) return person;
    const named = { kind: 'person', id: personId } as const;
    throw unknownReference('person_not_found', '/personId', 'There is no person with this personId.', named);
  }

  /** An audience keeps its person, even if the person is deleted. */
  async known(personId: string | null | undefined): Promise<PersonSummary | undefined> {
    return personId ? (await this.persons.byIds([personId])).get(personId) : undefined;
  }
}
