import { Injectable } from '@nestjs/common';
import { detached } from '../../../shared/database/records/detached.js';
import { PreparedRead, PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites, rowsOf } from '../../../shared/database/records/prepared-writes.js';
import { LostRace } from '../../../shared/database/transactions/lost-race.js';
import type { RecordOf } from '../../../shared/database/records/column-map.js';
import { AccountStore } from '../entities/account-store.js';
import { Account } from '../entities/account.entity.js';
import { Person, storedPersonColumns } from '../entities/person.entity.js';
import { PlannedPersons } from './planned-persons.js';

/** In one order, so that two batches with the same persons never wait for each other. */
const lockWithEmails = new PreparedRead<RecordOf<typeof storedPersonColumns>>(
  'person.lock_with_emails',
  `select ${storedPersonColumns.select('p')} from person p
   where p.tenant_id = $1 and p.email_key = any($2) and p.deleted_at is null
   order by p.id for update`,
);

const takenSlugs = new PreparedRead<{ slug: string }>(
  'person.taken_slugs',
  'select slug from person where tenant_id = $1 and slug = any($2)',
);

const NAMES = storedPersonColumns.columns;
const ITS_ACCOUNT = '(select a.id from account a where a.tenant_id = $1 and a.domain = given.domain)';

/** The accounts of the domains exist before this insert. Stores less than all if an address or a slug is taken. */
const insertPersons = new PreparedWrite(
  'person.insert_all',
  `insert into person (tenant_id, account_id, ${NAMES.join(', ')})
   select $1, ${ITS_ACCOUNT}, ${NAMES.map((name) => `given.${name}`).join(', ')} from ${rowsOf('person', '$2')}
   on conflict do nothing`,
);

const updatePersons = new PreparedWrite(
  'person.update_all',
  `update person set account_id = ${ITS_ACCOUNT}, ${NAMES.map((name) => `${name} = given.${name}`).join(', ')}
   from ${rowsOf('person', '$2')} where person.tenant_id = $1 and person.id = given.id`,
);

const moveLogs = new PreparedWrite(
  'person_log.move_all',
  `update person_log set account_id = p.account_id from person p
   where person_log.tenant_id = $1 and p.tenant_id = $1 and p.id = any($2::uuid[]) and person_log.person_id = p.id`,
);

/** Reads and writes the persons of a batch, all with one statement. */
@Injectable()
export class PersonBatchStore {
  constructor(
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly accounts: AccountStore,
  ) {}

  /** Locks the persons with these addresses, as each change of a person does. */
  async plan({ emailKeys, slugs }: { emailKeys: string[]; slugs: string[] }): Promise<PlannedPersons> {
    const [known, taken] = await Promise.all([
      this.reads.all(lockWithEmails, emailKeys),
      this.reads.all(takenSlugs, slugs),
    ]);
    const persons = known.map((row) => detached(Person, storedPersonColumns.fromRow(row)));
    return new PlannedPersons(
      persons,
      taken.map(({ slug }) => slug),
    );
  }

  async save({ created, changed, moved }: PlannedPersons): Promise<void> {
    const domains = [...created, ...moved].flatMap(({ domain }) => domain ?? []);
    const [, stored] = await Promise.all([
      this.accounts.insertAll(domains.map((domain) => Account.create({ domain }))),
      created.size > 0 ? this.writes.run(insertPersons, rowsInOrder(created)) : 0,
      changed.size > 0 ? this.writes.run(updatePersons, rowsInOrder(changed)) : 0,
    ]);
    if (stored < created.size) throw new LostRace();
    if (moved.size > 0)
      this.writes.atCommit(
        moveLogs,
        Array.from(moved, ({ id }) => id),
      );
  }
}

/** By address: whoever inserts the same addresses waits at the first one. */
function rowsInOrder(persons: ReadonlySet<Person>): string {
  const key = ({ emailKey }: Person) => emailKey ?? '';
  return storedPersonColumns.toRows(
    [...persons].sort((a, b) => (key(a) < key(b) ? -1 : Number(key(a) > key(b)))),
  );
}
