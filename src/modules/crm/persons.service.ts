import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { assertScope, type Caller } from '../../shared/auth/keys/caller.js';
import { Lists } from '../../shared/database/lists/lists.js';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../shared/database/records/prepared-writes.js';
import { RecordLock } from '../../shared/database/transactions/record-lock.js';
import { Events } from '../../shared/events/events.js';
import { Existing } from '../../shared/answers/existing.js';
import { notFound } from '../../shared/kernel/errors.js';
import { wireId } from '../../shared/kernel/ids.js';
import type { ListPage } from '../../shared/answers/list-page.js';
import type { Precondition } from '../../shared/kernel/precondition.js';
import { substringPattern } from '../../shared/kernel/texts/search-text.js';
import { AccountStore } from './entities/account-store.js';
import type { PersonEventKind } from './crm.events.js';
import { personByEmail, personById, personList, personView } from './dto/person-reads.js';
import { localPartOf } from './entities/email-address.js';
import { emailTaken, isEmailClash, personWithEmail } from './entities/email-clash.js';
import { emailKeyOf } from './entities/person-keys.js';
import { PersonStore } from './entities/person-store.js';
import { Person } from './entities/person.entity.js';
import type {
  CreatePerson,
  LookUpPerson,
  PersonsQuery,
  PersonView,
  SearchQuery,
  UpdatePerson,
  UpsertPerson,
} from './dto/persons.dto.js';

const moveLogs = new PreparedWrite(
  'person_log.move',
  'update person_log set account_id = $3 where tenant_id = $1 and person_id = $2',
);

const EMAIL = '/email';

@Injectable()
export class PersonsService {
  constructor(
    private readonly em: EntityManager,
    private readonly recordLock: RecordLock,
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly lists: Lists,
    private readonly store: PersonStore,
    private readonly accounts: AccountStore,
    private readonly events: Events,
  ) {}

  list({ domain, accountId, ...page }: PersonsQuery): Promise<ListPage<PersonView>> {
    return this.lists.page(personList, page, (rows) => rows.map(personView), { domain, accountId });
  }

  search({ query, ...page }: SearchQuery): Promise<ListPage<PersonView>> {
    const pattern = substringPattern(query);
    return this.lists.page(personList, page, (rows) => rows.map(personView), { pattern });
  }

  async get(personId: string): Promise<PersonView> {
    const row = await this.reads.one(personById, personId);
    if (!row) throw notFound('person');
    return personView(row);
  }

  async lookUp({ email }: LookUpPerson): Promise<PersonView> {
    const row = await this.reads.one(personByEmail, emailKeyOf(email));
    if (!row) throw notFound('person');
    return personView(row);
  }

  /** Of two requests with one new address, the second waits at the unique index, and finds the person of the first. */
  async upsert(
    { email, ...facts }: UpsertPerson,
    caller: Caller,
  ): Promise<PersonView | Existing<PersonView>> {
    for (;;) {
      const known = await this.findLocked(emailKeyOf(email));
      if (known) {
        // Whoever knows an address would read the person by an upsert that changes nothing (decision 103).
        assertScope(caller, 'persons:read');
        return new Existing(known.isChangedBy(facts) ? await this.change(known, facts) : personView(known));
      }
      const person = Person.create({ ...facts, email, name: facts.name ?? localPartOf(email) });
      if ((await this.store.insert(person)) === undefined) return personView(person);
    }
  }

  async create(body: CreatePerson): Promise<PersonView> {
    const person = Person.create(body);
    const holder = await this.store.insert(person);
    if (holder !== undefined) throw emailTaken(() => Promise.resolve({ id: holder }), EMAIL);
    return personView(person);
  }

  async update(personId: string, change: UpdatePerson, precondition: Precondition): Promise<PersonView> {
    const person = await this.load(personId);
    precondition.assertHolds(personView(person));
    return this.change(person, change);
  }

  async delete(personId: string, precondition: Precondition): Promise<PersonView> {
    const person = await this.load(personId);
    const view = personView(person);
    precondition.assertHolds(view);
    person.delete();
    this.moveLogsOf(person);
    await this.save('person.deleted', person);
    return view;
  }

  async restore(personId: string): Promise<PersonView> {
    const person = await this.loadEvenDeleted(personId);
    if (!person.deletedAt) return personView(person);
    person.restore();
    this.moveLogsOf(person);
    return this.save('person.restored', person);
  }

  private async change(person: Person, change: UpdatePerson): Promise<PersonView> {
    const domainBefore = person.domain;
    person.change(change);
    if (person.domain !== domainBefore) await this.joinAccountOfDomain(person);
    return this.save('person.updated', person, EMAIL);
  }

  private async joinAccountOfDomain(person: Person): Promise<void> {
    person.joinAccount(person.domain ? await this.accounts.findOrCreate(person.domain) : null);
    this.moveLogsOf(person);
  }

  /** Log entries belong to the account of their person. Entries of a deleted person belong to no account. */
  private moveLogsOf({ id, deletedAt, accountId }: Person): void {
    this.writes.atCommit(moveLogs, id, deletedAt ? null : accountId);
  }

  private async load(personId: string): Promise<Person> {
    const person = await this.loadEvenDeleted(personId);
    if (person.deletedAt) throw notFound('person');
    return person;
  }

  /** Another request may have deleted the person or changed its address before the lock. */
  private async findLocked(emailKey: string): Promise<Person | undefined> {
    for (;;) {
      const found = await this.reads.one(personWithEmail, emailKey);
      if (!found) return undefined;
      const person = await this.recordLock.findOne(Person, { id: found.id }, { refresh: true });
      if (person?.hasEmail(emailKey)) return person;
    }
  }

  /** Locks the person, so the state that is checked cannot change before the write. */
  private async loadEvenDeleted(personId: string): Promise<Person> {
    const person = await this.recordLock.findOne(Person, { id: personId });
    if (!person) throw notFound('person');
    return person;
  }

  /** Flushes at once, so a taken email address is reported with its own error code and its place in the body. */
  private async save(type: PersonEventKind, person: Person, pointer?: string): Promise<PersonView> {
    await this.em.flush().catch((error: unknown) => {
      throw isEmailClash(error) ? emailTaken(() => this.store.withEmailOf(person), pointer) : error;
    });
    this.events.record({ type, personId: wireId('person', person.id) });
    return personView(person);
  }
}
