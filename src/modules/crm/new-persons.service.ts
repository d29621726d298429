import { Injectable } from '@nestjs/common';
import { PreparedReads } from '../../shared/database/prepared-reads.js';
import { PreparedWrites } from '../../shared/database/prepared-writes.js';
import { Events } from '../../shared/events/events.js';
import { clock } from '../../shared/kernel/clock.js';
import { newUuid, wireId } from '../../shared/kernel/ids.js';
import { DomainAccounts } from './domain-accounts.service.js';
import { emailKeyOf, type PersonFacts } from './person-facts.js';
import { personWithEmail } from './person-reads.js';
import type { PersonRecord } from './person-views.js';
import { insertPerson, toInsertParams } from './person-writes.js';
import { slugOf, withRandomSuffix } from './slug.js';

/** Where persons come from: the one place that gives them slug and account. */
@Injectable()
export class NewPersons {
  constructor(
    private readonly accounts: DomainAccounts,
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly events: Events,
  ) {}

  /** Answers undefined where another person has the address. */
  async make(facts: PersonFacts): Promise<PersonRecord | undefined> {
    const now = clock.now();
    const person = { ...facts, id: newUuid(), createdAt: now, updatedAt: now };
    // Sent together: the connection keeps their order, so the account is there when the person comes.
    const account = facts.domain === null ? undefined : this.accounts.make(facts.domain);
    const slug = slugOf(facts.name);
    for (;;) {
      const values = toInsertParams(person, [slug, withRandomSuffix(slug)]);
      const [[made]] = await Promise.all([
        this.writes.returning<{ slug: string }>(insertPerson, ...values),
        account,
      ]);
      if (made) return this.recorded({ ...person, slug: made.slug });
      if (await this.isTaken(facts.email)) return undefined;
    }
  }

  private async isTaken(email: string | null): Promise<boolean> {
    return email !== null && (await this.reads.one(personWithEmail, emailKeyOf(email))) !== undefined;
  }

  private recorded(person: PersonRecord): PersonRecord {
    this.events.record({ type: 'person.created', personId: wireId('person', person.id) });
    return person;
  }
}
