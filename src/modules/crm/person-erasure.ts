import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { PreparedWrite, PreparedWrites } from '../../shared/database/records/prepared-writes.js';
import { RecordLock } from '../../shared/database/transactions/record-lock.js';
import { Events } from '../../shared/events/events.js';
import { IdempotencyStore } from '../../shared/idempotency/idempotency-store.js';
import { Jobs } from '../../shared/jobs/jobs.js';
import { notFound } from '../../shared/kernel/errors.js';
import type { Precondition } from '../../shared/kernel/precondition.js';
import type { DeletedPersonView, ErasureView } from './dto/erasure.dto.js';
import { personView } from './dto/person-reads.js';
import { PersonTraces, type FoundTraces } from './entities/person-traces.js';
import { Person } from './entities/person.entity.js';

/** How a module that holds something of persons takes part. All is in the unit of work of the erasure. */
export interface PersonEraser {
  /** What it holds of the person, or of what others have found so far. Is asked until nobody finds more. */
  find(traces: PersonTraces): Promise<FoundTraces>;
  erase(traces: PersonTraces): Promise<Partial<ErasureView>>;
}

const deleteLogs = new PreparedWrite(
  'person_log.erase',
  'delete from person_log where tenant_id = $1 and person_id = $2',
);

/** Removes or makes anonymous all that is held of a person, everywhere or nowhere (decision 77). */
@Injectable()
export class PersonErasure {
  private readonly erasers: PersonEraser[] = [];

  constructor(
    private readonly em: EntityManager,
    private readonly recordLock: RecordLock,
    private readonly writes: PreparedWrites,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly answers: IdempotencyStore,
  ) {}

  /** Modules are started after those that they use, and erase before them: what is computed from it comes last. */
  onErase(eraser: PersonEraser): void {
    this.erasers.unshift(eraser);
  }

  /** Also of a person who was deleted before. Whoever writes about the person waits, and finds nobody then. */
  async erase(personId: string, precondition: Precondition): Promise<DeletedPersonView> {
    const person = await this.recordLock.findOne(Person, { id: personId });
    if (!person) throw notFound('person');
    const view = personView(person);
    precondition.assertHolds(view);
    const traces = await this.find(person);
    const erased = await this.eraseAll(traces);
    await this.em.remove(person).flush();
    if (!person.deletedAt) this.events.record({ type: 'person.deleted', personId: view.personId });
    this.events.record({ type: 'person.erased', personId: view.personId });
    return { ...view, erased };
  }

  private async find(person: Person): Promise<PersonTraces> {
    const traces = new PersonTraces(person);
    for (let known = -1; known < traces.size;) {
      known = traces.size;
      for (const eraser of this.erasers) traces.add(await eraser.find(traces));
    }
    return traces;
  }

  private async eraseAll(traces: PersonTraces): Promise<ErasureView> {
    const logs = await this.writes.run(deleteLogs, traces.personId);
    const parts: Partial<ErasureView>[] = [];
    for (const eraser of this.erasers) parts.push(await eraser.erase(traces));
    // Last, because these are copies of what the others hold.
    const { wireIds, uuids, email, phoneNumber } = traces;
    const { events, deliveryAttempts } = await this.events.erase(wireIds);
    const jobs = await this.jobs.erase(uuids);
    const storedAnswers = await this.answers.erase({ values: [...wireIds, phoneNumber], within: [email] });
    const copies = { events, deliveryAttempts, jobs, storedAnswers };
    return Object.assign({ logs }, ...parts, copies) as ErasureView;
  }
}
