import { Injectable } from '@nestjs/common';
import { unknownReference } from '../../../shared/kernel/errors.js';
import { uuidOf } from '../../../shared/kernel/ids.js';
import { PersonsApi, type PersonSummary } from '../../crm/index.js';

/** Of a request; null and absent are nobody. */
type PersonId = string | null | undefined;

/** Reads the persons of audiences from the CRM. */
@Injectable()
export class AudiencePersons {
  constructor(private readonly persons: PersonsApi) {}

  /** The person must exist. Locks the person until the end of the request. */
  async required(personId: PersonId): Promise<PersonSummary | undefined> {
    return (await this.locked([personId]))(personId);
  }

  /** The same for many: returns a function from one of the ids to its person. */
  async locked(personIds: readonly PersonId[]): Promise<(personId: PersonId) => PersonSummary | undefined> {
    const uuids = personIds.flatMap((id) => (id ? (uuidOf('person', id) ?? []) : []));
    const persons = await this.persons.lock([...new Set(uuids)]);
    return (personId) => {
      if (personId === null || personId === undefined) return undefined;
      const person = persons.get(uuidOf('person', personId) ?? '');
      if (person && !person.isDeleted) return person;
      const named = { kind: 'person', id: personId } as const;
      throw unknownReference(
        'person_not_found',
        '/personId',
        'There is no person with this personId.',
        named,
      );
    };
  }

  /** An audience keeps its person, even if the person is deleted. */
  async known(personId: string | null | undefined): Promise<PersonSummary | undefined> {
    return personId ? (await this.persons.byIds([personId])).get(personId) : undefined;
  }
}
