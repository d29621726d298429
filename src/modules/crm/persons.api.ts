import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../shared/database/prepared-reads.js';

/** What other modules show of a person. */
export interface PersonSummary {
  id: string;
  name: string;
  slug: string;
  isDeleted: boolean;
}

const summaries = new PreparedRead<PersonSummary>(
  'person.summaries',
  `select id, name, slug, deleted_at is not null as "isDeleted"
   from person where tenant_id = $1 and id = any($2::uuid[])`,
);

/** Persons, for other modules. */
@Injectable()
export class PersonsApi {
  constructor(private readonly reads: PreparedReads) {}

  /** Those that there are, deleted ones included, by their UUIDs. */
  async byIds(ids: readonly string[]): Promise<Map<string, PersonSummary>> {
    if (ids.length === 0) return new Map();
    const rows = await this.reads.all(summaries, ids);
    return new Map(rows.map((row) => [row.id, row]));
  }
}
