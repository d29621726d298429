import { Injectable } from '@nestjs/common';
import { fieldsOfNew } from '../../../shared/audit/field-changes.js';
import { PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../../shared/database/records/prepared-writes.js';
import { Events } from '../../../shared/events/events.js';
import { wireId } from '../../../shared/kernel/ids.js';
import { withRandomSuffix } from '../../../shared/kernel/texts/slug.js';
import { AccountStore } from './account-store.js';
import { Account } from './account.entity.js';
import { personWithEmail } from './email-clash.js';
import { newPersonColumns, type Person } from './person.entity.js';

/**
 * Uses the first slug, or the second if the first is taken. Writes nothing if the email address is taken or if
 * another request takes the slug at the same time. The account of the domain exists before this insert.
 */
const insertPerson = new PreparedWrite(
  'person.insert',
  `insert into person (tenant_id, slug, account_id, ${newPersonColumns.columns.join(', ')})
   values ($1,
     case when exists (select from person where tenant_id = $1 and slug = $2) then $3 else $2 end,
     (select id from account where tenant_id = $1 and domain = $4),
     ${newPersonColumns.placeholders(5)})
   on conflict do nothing
   returning slug, account_id as "accountId"`,
);

/** Stores new persons and assigns each a free slug and the account of its domain. */
@Injectable()
export class PersonStore {
  constructor(
    private readonly accounts: AccountStore,
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly events: Events,
  ) {}

  /** Returns the id of the person that has the email address; undefined if there is none, and the new one is stored. */
  async insert(person: Person): Promise<string | undefined> {
    // Sent together: the connection keeps their order, so the account exists before the person is inserted.
    const account = person.domain
      ? this.accounts.insert(Account.create({ domain: person.domain }))
      : undefined;
    for (;;) {
      const [[stored]] = await Promise.all([this.tryInsert(person), account]);
      if (stored) {
        Object.assign(person, stored);
        this.events.record(
          { type: 'person.created', personId: wireId('person', person.id) },
          fieldsOfNew(person),
        );
        return undefined;
      }
      const holder = await this.withEmailOf(person);
      if (holder) return holder.id;
    }
  }

  private tryInsert(person: Person): Promise<{ slug: string; accountId: string | null }[]> {
    const slugs = [person.slug, withRandomSuffix(person.slug)];
    return this.writes.returning(insertPerson, ...slugs, person.domain, ...newPersonColumns.toParams(person));
  }

  /** The person that has the email address of this one. */
  async withEmailOf({ emailKey }: Person): Promise<{ id: string } | undefined> {
    return emailKey == null ? undefined : this.reads.one(personWithEmail, emailKey);
  }
}
