import { Injectable } from '@nestjs/common';
import { PreparedWrite, PreparedWrites } from '../database/records/prepared-writes.js';
import { newUuid } from '../kernel/ids.js';

/**
 * Longer than a request or a job takes, with the calls to a composer or an enricher: it may have read a text before the
 * erasure, and write it afterwards.
 */
const LONGEST_WORK = `interval '10 minutes'`;

/** A restored database counts transactions anew. No transaction stays open for so long. */
const LONGEST_TRANSACTION = `interval '1 day'`;

const expectMentions = new PreparedWrite(
  'erased_person.insert',
  'insert into erased_person (tenant_id, id, hashes, erased_at) values ($1, $2, $3, clock_timestamp())',
);

/**
 * Transactions that have written something before now have smaller numbers. A snapshot does not tell: its upper limit is
 * the number after the last transaction that has ended.
 */
const noteOpenTransactions = new PreparedWrite(
  'erased_person.note',
  'update erased_person set open_before = pg_current_xact_id() where tenant_id = $1 and id = $2',
);

const forgetPerson = new PreparedWrite(
  'erased_person.delete',
  'delete from erased_person where tenant_id = $1 and id = $2',
);

/**
 * Erased persons of all tenants whose open transactions are to be noted, and those whom no transaction that was open
 * then can mention any more.
 */
export const DUE_PERSONS = `
  select tenant_id as "tenantId", id, hashes, open_before is null as "isToBeNoted" from erased_person
  where erased_at < now() - ${LONGEST_WORK}
    and (open_before is null or open_before <= pg_snapshot_xmin(pg_current_snapshot())
      or erased_at < now() - ${LONGEST_TRANSACTION})
  order by erased_at`;

export interface DuePerson {
  tenantId: string;
  id: string;
  hashes: string[];
  isToBeNoted: boolean;
}

/** An erasure does not see what other transactions have not committed yet, so a job searches a second time. */
@Injectable()
export class LateMentions {
  constructor(private readonly writes: PreparedWrites) {}

  /** Part of the unit of work of the erasure, after the search. */
  async expect(hashes: readonly string[]): Promise<void> {
    await this.writes.run(expectMentions, newUuid(), hashes);
  }

  /** The search waits for the transactions that are open now. */
  async noteOpenTransactions(id: string): Promise<void> {
    await this.writes.run(noteOpenTransactions, id);
  }

  async forget(id: string): Promise<void> {
    await this.writes.run(forgetPerson, id);
  }
}
