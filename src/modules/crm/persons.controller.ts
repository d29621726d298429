import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../shared/auth/keys/caller.js';
import { BatchView } from '../../shared/http/batches/batch-view.js';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import {
  CurrentCaller,
  Empty,
  FromBatch,
  FromBody,
  FromQuery,
  IfMatch,
  PathId,
} from '../../shared/http/endpoint/inputs.js';
import { Precondition } from '../../shared/kernel/precondition.js';
import { TO_DELETE } from '../../shared/kernel/example-ids.js';
import { ABOUT_TOTAL_COUNT } from '../../shared/database/lists/total-count.js';
import { DeletedPersonView, DeletePersonQuery } from './dto/erasure.dto.js';
import { PersonErasure } from './person-erasure.js';
import {
  CreatePerson,
  CreatePersons,
  LookUpPerson,
  PersonListView,
  PersonsQuery,
  PersonView,
  SearchQuery,
  UpdatePerson,
  UpsertPerson,
} from './dto/persons.dto.js';
import { PersonBatchesService } from './batches/person-batches.service.js';
import { PersonsService } from './persons.service.js';
import { aboutCombinations } from '../../shared/database/lists/combinations.js';
import { personList } from './dto/person-reads.js';

const PersonBatchView = BatchView('PersonBatch', () => PersonView);

const EMAIL_TAKEN = { code: 'email_taken', when: 'Another person has this email address.' };

@Controller()
@ApiTags('persons')
export class PersonsController {
  constructor(
    private readonly persons: PersonsService,
    private readonly batches: PersonBatchesService,
    private readonly erasure: PersonErasure,
  ) {}

  @Endpoint('GET /v0/persons', {
    summary: 'List persons',
    description: `All persons, newest first. ${ABOUT_TOTAL_COUNT} ${aboutCombinations(personList.source)}`,
    access: 'persons:read',
    answer: PersonListView,
  })
  listPersons(@FromQuery() query: PersonsQuery) {
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

  @Endpoint('POST /v0/persons/batch', {
    summary: 'Create or update many persons',
    description:
      'Creates each person as `POST /v0/persons` does, and the accounts of their domains. `onConflict` says what ' +
      'happens if a person has the email address. A key without the scope `persons:read` can create persons only ' +
      '(otherwise 403 `missing_scope`).',
    access: 'persons:write',
    conflict: EMAIL_TAKEN,
    answer: PersonBatchView,
  })
  createPersons(@FromBatch() body: CreatePersons, @CurrentCaller() caller: Caller) {
    return this.batches.create(body, caller);
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

  @Endpoint('POST /v0/persons/lookup', {
    summary: 'Look up a person by email address',
    description:
      'Returns the person with the address. The address is in the body, because URLs are written to the logs of ' +
      'servers and proxies. A POST that changes nothing: it can be repeated without an `Idempotency-Key`.',
    access: 'persons:read',
    isRead: true,
    missing: { code: 'person_not_found', when: 'Nobody has the address.' },
    answer: PersonView,
  })
  lookUpPerson(@FromBody() body: LookUpPerson) {
    return this.persons.lookUp(body);
  }

  @Endpoint('POST /v0/persons/upsert', {
    summary: 'Create or update a person by email address',
    description:
      'Creates the person with the address, or changes the given fields if the person exists: absent fields keep ' +
      'their values, null clears a field. If nothing changes, no event is recorded. Deleted persons are not found. ' +
      'A key without the scope `persons:read` can create persons only (otherwise 403 `missing_scope`).',
    access: 'persons:write',
    answer: PersonView,
    status: 201,
    existing: 'The person that had the address, with the changes.',
  })
  upsertPerson(@FromBody() body: UpsertPerson, @CurrentCaller() caller: Caller) {
    return this.persons.upsert(body, caller);
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
