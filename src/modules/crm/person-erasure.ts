import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../shared/database/records/prepared-writes.js';
import { RecordLock } from '../../shared/database/transactions/record-lock.js';
import { Events } from '../../shared/events/events.js';
import { IdempotencyStore } from '../../shared/idempotency/idempotency-store.js';
import { Jobs } from '../../shared/jobs/jobs.js';
import { conflict, notFound } from '../../shared/kernel/errors.js';
import type { Precondition } from '../../shared/kernel/precondition.js';
import { COUNTED_UP_TO, Mentions } from '../../shared/personal-data/mentions.js';
import type { DeletedPersonView, ErasureView } from './dto/erasure.dto.js';
import { personView } from './dto/person-reads.js';
import { PersonTraces, type FoundTraces } from './entities/person-traces.js';
import { Person, personTable } from './entities/person.entity.js';

/** A module that stores data about persons implements this. The methods run in the unit of work of the erasure. */
export interface PersonEraser {
  /** Returns records about the person or about the records found so far. Called until no module finds more. */
  find(traces: PersonTraces): Promise<FoundTraces>;
  erase(traces: PersonTraces): Promise<Partial<ErasureView>>;
  /** Counts the records of `find` that only an address, number or profile connects with the person. */
  countUnlinked?(traces: PersonTraces): Promise<number>;
}

const identifying = personTable.columns.filter(({ mark }) => mark.identifies);

/** In the spellings that texts may use. */
const hashesOfPerson = new PreparedRead<{ hashes: string[] | null }>(
  'person.hashes',
  `select person_hashes_of(tenant_id, ${identifying
    .map(({ name, mark }) => `identifiers_of('${mark.identifies}', ${name})`)
    .join(' || ')}) as hashes
   from person where tenant_id = $1 and id = $2`,
);

const deleteLogs = new PreparedWrite(
  'person_log.erase',
  'delete from person_log where tenant_id = $1 and person_id = $2',
);

/** Removes or anonymises all data about a person in all modules, in one transaction (decision 77). */
@Injectable()
export class PersonErasure {
  private readonly erasers: PersonEraser[] = [];

  constructor(
    private readonly em: EntityManager,
    private readonly recordLock: RecordLock,
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly answers: IdempotencyStore,
    private readonly mentions: Mentions,
  ) {}

  /** A module starts after the modules it uses and erases before them, so source data is erased before derived data. */
  onErase(eraser: PersonEraser): void {
    this.erasers.unshift(eraser);
  }

  /** Also erases a deleted person. A request that writes about the person waits and then does not find the person. */
  async erase(personId: string, precondition: Precondition, maxMentions: number): Promise<DeletedPersonView> {
    const person = await this.recordLock.findOne(Person, { id: personId });
    if (!person) throw notFound('person');
    const view = personView(person);
    precondition.assertHolds(view);
    const traces = await this.find(person);
    const erased = await this.eraseAll(traces, maxMentions);
    await this.em.remove(person).flush();
    if (!person.deletedAt) this.events.record({ type: 'person.deleted', personId: view.personId });
    this.events.record({ type: 'person.erased', personId: view.personId });
    return { ...view, erased };
  }

  private async find(person: Person): Promise<PersonTraces> {
    const { hashes } = (await this.reads.one(hashesOfPerson, person.id))!;
    const traces = new PersonTraces(person, hashes ?? []);
    for (let known = -1; known < traces.size;) {
      known = traces.size;
      for (const eraser of this.erasers) traces.add(await eraser.find(traces));
    }
    return traces;
  }

  private async eraseAll(traces: PersonTraces, maxMentions: number): Promise<ErasureView> {
    const unlinked = await this.countUnlinked(traces);
    const logs = await this.writes.run(deleteLogs, traces.personId);
    const parts: Partial<ErasureView>[] = [];
    for (const eraser of this.erasers) parts.push(await eraser.erase(traces));
    // Last, because these are copies of the data of other modules.
    const { wireIds, uuids, hashes } = traces;
    const { events, deliveryAttempts } = await this.events.erase(wireIds);
    const jobs = await this.jobs.erase(uuids);
    const storedAnswers = await this.answers.erase({
      values: [...wireIds, ...traces.identifiersOf('phone')],
      within: traces.identifiersOf('email', 'profile'),
    });
    await this.em.flush();
    // The rest is not the person's, but may be that of others with the same address or number.
    assertFew(unlinked + (await this.mentions.count(hashes)), maxMentions);
    const { records: mentions, isContinued } = await this.mentions.erase(hashes);
    const copies = { events, deliveryAttempts, jobs, storedAnswers, mentions, isContinued };
    return Object.assign({ logs }, ...parts, copies) as ErasureView;
  }

  private async countUnlinked(traces: PersonTraces): Promise<number> {
    let count = 0;
    for (const eraser of this.erasers) count += (await eraser.countUnlinked?.(traces)) ?? 0;
    return count;
  }
}

/** An address or number that others use, too, would take texts away from all of them. */
function assertFew(count: number, max: number): void {
  if (count <= max) return;
  throw conflict(
    'too_many_mentions',
    `${count > COUNTED_UP_TO ? 'At least ' : ''}${count} records that are not linked to the person contain the email ` +
      'address, phone number or profile of the person. Nothing was erased. To erase these texts, too, repeat the ' +
      `request with maxMentions=${count}. To keep them, first remove the shared address or number from the person.`,
  );
}
