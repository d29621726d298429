import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { Empty, FromBody, FromQuery, IfMatch, PathId } from '../../shared/http/endpoint/inputs.js';
import { ListQuery } from '../../shared/fields/list.dto.js';
import { Precondition } from '../../shared/kernel/precondition.js';
import { TO_DELETE } from '../../shared/kernel/example-ids.js';
import { ABOUT_TOTAL_COUNT } from '../../shared/database/lists/total-count.js';
import { DeletedPersonView, DeletePersonQuery } from './dto/erasure.dto.js';
import { PersonErasure } from './person-erasure.js';
import { CreatePerson, PersonListView, PersonView, SearchQuery, UpdatePerson } from './dto/persons.dto.js';
import { PersonsService } from './persons.service.js';

const EMAIL_TAKEN = { code: 'email_taken', when: 'Another person has this email address.' };

@Controller()
@ApiTags('persons')
export class PersonsController {
  constructor(
    private readonly persons: PersonsService,
    private readonly erasure: PersonErasure,
  ) {}

  @Endpoint('GET /v0/persons', {
    summary: 'List persons',
    description: `All persons, newest first. ${ABOUT_TOTAL_COUNT}`,
    access: 'persons:read',
    answer: PersonListView,
  })
  listPersons(@FromQuery() query: ListQuery) {
    return this.persons.list(query);
  }

  @Endpoint('POST /v0/persons', {
    summary: 'Create a person',
    description: 'Also creates the account of the domain if it does not exist.',
    access: 'persons:write',
    conflict: EMAIL_TAKEN,
    answer: PersonView,
    status: 201,
  })
  createPerson(@FromBody() body: CreatePerson) {
    return this.persons.create(body);
  }

  // Before the path with an id, which would match `search` as an id.
  @Endpoint('GET /v0/persons/search', {
    summary: 'Search persons',
    description:
      'Persons with the text anywhere in name, email, domain or phone number, newest first. Case is ignored. ' +
      ABOUT_TOTAL_COUNT,
    access: 'persons:read',
    answer: PersonListView,
  })
  searchPersons(@FromQuery() query: SearchQuery) {
    return this.persons.search(query);
  }

  @Endpoint('GET /v0/persons/{person_id}', {
    summary: 'Get a person',
    description: 'Deleted persons are not found.',
    access: 'persons:read',
    answer: PersonView,
  })
  getPerson(@PathId('person_id') personId: string) {
    return this.persons.get(personId);
  }

  @Endpoint('PATCH /v0/persons/{person_id}', {
    summary: 'Update a person',
    description: 'Changes the given fields; null clears a field. The slug never changes.',
    access: 'persons:write',
    conflict: EMAIL_TAKEN,
    answer: PersonView,
  })
  updatePerson(
    @PathId('person_id') personId: string,
    @FromBody() body: UpdatePerson,
    @IfMatch() precondition: Precondition,
  ) {
    return this.persons.update(personId, body, precondition);
  }

  @Endpoint('DELETE /v0/persons/{person_id}', {
    summary: 'Delete a person',
    description:
      'Removes the person from all lists and frees its email address. The person can be restored. ' +
      'With `erase=true`, all data about the person is removed or anonymised, and nothing can be ' +
      'restored. Returns the person as it was. If many records of others contain the email address, phone number or ' +
      'profile of the person, nothing is erased until `maxMentions` confirms their number.',
    access: 'persons:write',
    conflict: {
      code: 'too_many_mentions',
      when:
        'More than `maxMentions` records would lose texts, or without the person, the composed page of an audience ' +
        'would be too large (`content_too_large`).',
    },
    answer: DeletedPersonView,
  })
  deletePerson(
    @PathId('person_id', 'person', TO_DELETE) personId: string,
    @FromQuery() { erase, maxMentions }: DeletePersonQuery,
    @IfMatch() precondition: Precondition,
  ) {
    return erase
      ? this.erasure.erase(personId, precondition, maxMentions)
      : this.persons.delete(personId, precondition);
  }

  @Endpoint('POST /v0/persons/{person_id}/restore', {
    summary: 'Restore a person',
    description: 'Undoes a deletion. A person that is not deleted is returned unchanged.',
    access: 'persons:write',
    conflict: { code: 'email_taken', when: 'Another person now has the email address.' },
    answer: PersonView,
  })
  restorePerson(@PathId('person_id', 'person', TO_DELETE) personId: string, @FromBody() _body: Empty) {
    return this.persons.restore(personId);
  }
}
