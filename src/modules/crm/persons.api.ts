import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';

/** The data of a person that other modules show. */
export interface PersonSummary {
  id: string;
  name: string;
  slug: string;
  isDeleted: boolean;
  linkedinProfileUrl: string | null;
  /** The company of the person. */
  account: { id: string; name: string | null; domain: string } | null;
}

/** SQL for the name and the slug of the person with an id, as JSON. Other modules select it with their own rows. */
export const personNameOf = (id: string): string =>
  `(select json_build_object('name', named.name, 'slug', named.slug) from person named
    where named.tenant_id = $1 and named.id = ${id})`;

const summaries = new PreparedRead<PersonSummary>(
  'person.summaries',
  `select p.id, p.name, p.slug, p.deleted_at is not null as "isDeleted",
          p.linkedin_profile_url as "linkedinProfileUrl",
          case when a.id is not null
            then json_build_object('id', a.id, 'name', a.name, 'domain', a.domain) end as account
   from person p left join account a on a.tenant_id = $1 and a.id = p.account_id
   where p.tenant_id = $1 and p.id = any($2::uuid[])`,
);

/** Locks the persons against changes and erasure until the end of the transaction, in one order. */
const lockSummary = new PreparedRead<PersonSummary>(
  'person.lock_summary',
  `${summaries.text} order by p.id for key share of p`,
);

/** Persons, for other modules. */
@Injectable()
export class PersonsApi {
  constructor(private readonly reads: PreparedReads) {}

  /** The existing persons by UUID, including deleted ones. */
  async byIds(ids: readonly string[]): Promise<Map<string, PersonSummary>> {
    if (ids.length === 0) return new Map();
    const rows = await this.reads.all(summaries, ids);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The same for a write about the persons. Call it in a unit of work. */
  async lock(ids: readonly string[]): Promise<Map<string, PersonSummary>> {
    if (ids.length === 0) return new Map();
    const rows = await this.reads.all(lockSummary, ids);
    return new Map(rows.map((row) => [row.id, row]));
  }
}
