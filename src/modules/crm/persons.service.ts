import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Lists, type PageRequest } from '../../shared/database/lists.js';
import { violatedUnique } from '../../shared/database/postgres-errors.js';
import { PreparedReads } from '../../shared/database/prepared-reads.js';
import { PreparedWrites } from '../../shared/database/prepared-writes.js';
import { Events } from '../../shared/events/events.js';
import type { Precondition } from '../../shared/kernel/precondition.js';
import { conflict, notFound, type DomainError } from '../../shared/kernel/errors.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { ListPage } from '../../shared/kernel/list-page.js';
import type { PersonEventKind } from './crm.events.js';
import { DomainAccounts } from './domain-accounts.service.js';
import { NewPersons } from './new-persons.service.js';
import { changedFacts, factsOf } from './person-facts.js';
import { personById, personList } from './person-reads.js';
import { factsIn, personView } from './person-views.js';
import { moveLogs } from './person-writes.js';
import { Person } from './person.entity.js';
import type { CreatePerson, PersonView, SearchQuery, UpdatePerson } from './persons.dto.js';
import { anywhere } from '../../shared/kernel/search-text.js';

@Injectable()
export class PersonsService {
  constructor(
    private readonly em: EntityManager,
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly lists: Lists,
    private readonly newPersons: NewPersons,
    private readonly accounts: DomainAccounts,
    private readonly events: Events,
  ) {}

  list(query: PageRequest): Promise<ListPage<PersonView>> {
    return this.lists.page(personList, query, (rows) => rows.map(personView));
  }

  search({ query, ...page }: SearchQuery): Promise<ListPage<PersonView>> {
    const pattern = anywhere(query);
    return this.lists.page(personList, page, (rows) => rows.map(personView), { pattern });
  }

  async get(personId: string): Promise<PersonView> {
    const row = await this.reads.one(personById, personId);
    if (!row) throw notFound('person');
    return personView(row);
  }

  async create(body: CreatePerson): Promise<PersonView> {
    const person = await this.newPersons.make(factsOf(body));
    if (!person) throw emailTaken();
    return personView(person);
  }

  async update(personId: string, change: UpdatePerson, precondition: Precondition): Promise<PersonView> {
    const person = await this.load(personId);
    precondition.assertHolds(personView(person));
    const facts = changedFacts(factsIn(person), change);
    const hasMoved = facts.domain !== person.domain;
    const accountId = hasMoved ? await this.accounts.idOf(facts.domain) : (person.accountId ?? null);
    person.change(facts, accountId);
    if (hasMoved) this.writes.atCommit(moveLogs, personId, accountId);
    return this.changed('person.updated', person);
  }

  async delete(personId: string, precondition: Precondition): Promise<PersonView> {
    const person = await this.load(personId);
    const view = personView(person);
    precondition.assertHolds(view);
    person.delete();
    this.writes.atCommit(moveLogs, personId, null);
    await this.changed('person.deleted', person);
    return view;
  }

  async restore(personId: string): Promise<PersonView> {
    const person = await this.loadEvenDeleted(personId);
    if (!person.deletedAt) return personView(person);
    person.restore();
    this.writes.atCommit(moveLogs, personId, person.accountId);
    return this.changed('person.restored', person);
  }

  private async load(personId: string): Promise<Person> {
    const person = await this.loadEvenDeleted(personId);
    if (person.deletedAt) throw notFound('person');
    return person;
  }

  /** Locked, so that what is checked is still so when it is changed. */
  private async loadEvenDeleted(personId: string): Promise<Person> {
    const person = await this.em.findOne(Person, personId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!person) throw notFound('person');
    return person;
  }

  private async changed(type: PersonEventKind, person: Person): Promise<PersonView> {
    // Flushed at once, to say it in our own words where another person has the address.
    await this.em.flush().catch((error: unknown) => {
      throw violatedUnique(error) === 'person_email' ? emailTaken() : error;
    });
    this.events.record({ type, personId: wireId('person', person.id) });
    return personView(person);
  }
}

function emailTaken(): DomainError {
  return conflict('email_taken', 'Another person has this email address.');
}
