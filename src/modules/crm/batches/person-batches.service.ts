import { Injectable } from '@nestjs/common';
import { Existing } from '../../../shared/answers/existing.js';
import { assertScope, type Caller } from '../../../shared/auth/keys/caller.js';
import type { BatchMode, OnConflict } from '../../../shared/batches/batch.dto.js';
import { actOnItems, readableItems, type BatchResults } from '../../../shared/batches/batch-results.js';
import { TenantLock } from '../../../shared/database/transactions/tenant-lock.js';
import { Events } from '../../../shared/events/events.js';
import type { DomainError } from '../../../shared/kernel/errors.js';
import { slugOf } from '../../../shared/kernel/texts/slug.js';
import { personView } from '../dto/person-reads.js';
import type { CreatePerson, CreatePersons, PersonView } from '../dto/persons.dto.js';
import { emailTaken } from '../entities/email-clash.js';
import { emailKeyOf } from '../entities/person-keys.js';
import type { Person } from '../entities/person.entity.js';
import { PersonBatchStore } from './person-batch-store.js';
import { PlannedPersons } from './planned-persons.js';

/** How a batch treats an item whose address has a person. */
interface Treatment {
  mode: BatchMode;
  onConflict: OnConflict;
  caller: Caller;
}

/** Stores the persons of a batch with as many statements as one person needs (decision 108). */
@Injectable()
export class PersonBatchesService {
  constructor(
    private readonly tenantLock: TenantLock,
    private readonly store: PersonBatchStore,
    private readonly events: Events,
  ) {}

  async create(batch: CreatePersons, caller: Caller): Promise<BatchResults<PersonView>> {
    // Two batches could each wait for a slug of the other: only their addresses are sorted.
    await this.tenantLock.acquire('batches of persons');
    const given = readableItems(batch);
    const persons = await this.store.plan({
      emailKeys: given.flatMap(({ email }) => (email === undefined ? [] : [emailKeyOf(email)])),
      slugs: given.map(({ name }) => slugOf(name, 'person')),
    });
    const treatment = { mode: batch.mode, onConflict: batch.onConflict, caller };
    const results = await actOnItems(batch, (item) => this.createOne(item, persons, treatment));
    await this.store.save(persons);
    for (const [event, changes] of persons.events) this.events.record(event, changes);
    return results;
  }

  private createOne(
    item: CreatePerson,
    persons: PlannedPersons,
    { mode, onConflict, caller }: Treatment,
  ): PersonView | Existing<PersonView> {
    const known = item.email === undefined ? undefined : persons.withEmail(emailKeyOf(item.email));
    if (!known) return personView(persons.create(item));
    if (onConflict === 'error') throw taken(known, mode === 'atomic' && persons.isNew(known));
    // Whoever knows an address would read the person by a batch that changes nothing (decision 103).
    assertScope(caller, 'persons:read');
    if (onConflict === 'update') persons.change(known, item);
    return new Existing(personView(known));
  }
}

/** In `atomic`, the person of an earlier item will not exist: its id would lead to nothing. */
function taken(holder: Person, isOfRefusedBatch: boolean): DomainError {
  const error = emailTaken(() => Promise.resolve(holder), '/email');
  return isOfRefusedBatch ? error : error.heldBy(holder);
}
