import { Injectable } from '@nestjs/common';
import { PreparedWrite, PreparedWrites } from '../database/records/prepared-writes.js';
import { newUuid } from '../kernel/ids.js';

/** Longer than a request takes: it may have read a text before the erasure, and write it afterwards. */
const LONGEST_REQUEST = `interval '1 minute'`;

/** A restored database counts transactions anew. No transaction stays open for so long. */
const LONGEST_TRANSACTION = `interval '1 day'`;

/** Transactions that are open now have smaller numbers than `open_before`. */
const expectMentions = new PreparedWrite(
  'erased_person.insert',
  `insert into erased_person (tenant_id, id, hashes, open_before, erased_at)
   values ($1, $2, $3, pg_snapshot_xmax(pg_current_snapshot()), now())`,
);

const forgetPerson = new PreparedWrite(
  'erased_person.delete',
  'delete from erased_person where tenant_id = $1 and id = $2',
);

/** Erased persons of all tenants whom no transaction that was open during the erasure can mention any more. */
export const DUE_PERSONS = `
  select tenant_id as "tenantId", id, hashes from erased_person
  where erased_at < now() - ${LONGEST_REQUEST}
    and (open_before <= pg_snapshot_xmin(pg_current_snapshot()) or erased_at < now() - ${LONGEST_TRANSACTION})
  order by erased_at`;

export interface DuePerson {
  tenantId: string;
  id: string;
  hashes: string[];
}

/** An erasure does not see what other transactions have not committed yet, so a job searches a second time. */
@Injectable()
export class LateMentions {
  constructor(private readonly writes: PreparedWrites) {}

  /** Part of the unit of work of the erasure, after the search. */
  async expect(hashes: readonly string[]): Promise<void> {
    await this.writes.run(expectMentions, newUuid(), hashes);
  }

  async forget(id: string): Promise<void> {
    await this.writes.run(forgetPerson, id);
  }
}
