import { Injectable } from '@nestjs/common';
import { unknownReference } from '../../shared/kernel/errors.js';
import { uuidOf } from '../../shared/kernel/ids.js';
import { PersonsApi, type PersonSummary } from '../crm/index.js';

/** The persons that audiences are for, as the CRM knows them. */
@Injectable()
export class AudiencePersons {
  constructor(private readonly persons: PersonsApi) {}

  /** Named in a request, so it must be there. */
  async required(personId: string | null | undefined): Promise<PersonSummary | undefined> {
    if (personId === null || personId === undefined) return undefined;
    const person = await this.known(uuidOf('person', personId) ?? null);
    if (person && !person.isDeleted) return person;
    throw unknownReference('person_not_found', '/personId', 'personId names no person that is there.');
  }

  /** Once an audience is for a person, it stays so, even if the person is deleted. */
  async known(personId: string | null | undefined): Promise<PersonSummary | undefined> {
    return personId ? (await this.persons.byIds([personId])).get(personId) : undefined;
  }

  allOf(audiences: readonly { personId?: string | null }[]): Promise<Map<string, PersonSummary>> {
    return this.persons.byIds([...new Set(audiences.flatMap(({ personId }) => personId ?? []))]);
  }
}
