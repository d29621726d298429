import { Injectable } from '@nestjs/common';
import { fieldsOfNew, type FieldChanges } from '../../shared/audit/field-changes.js';
import { Lists, type PageRequest } from '../../shared/database/lists/lists.js';
import { PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../shared/database/records/prepared-writes.js';
import { Events } from '../../shared/events/events.js';
import { notFound } from '../../shared/kernel/errors.js';
import { Existing } from '../../shared/answers/existing.js';
import type { ListPage } from '../../shared/answers/list-page.js';
import { personLogById, personLogByKey, personLogList, personLogView } from './dto/log-reads.js';
import { PersonLog, personLogColumns } from './entities/log.entity.js';
import type { CreatePersonLog, PersonLogView } from './dto/person-logs.dto.js';
import { PersonMatcher } from './person-matcher.service.js';
import { personExists } from './dto/person-reads.js';

/**
 * Writes nothing if the person has an entry with the idempotency key. The entry belongs to the account of the person;
 * the caller has locked the person.
 */
const insertPersonLog = new PreparedWrite(
  'person_log.insert',
  `insert into person_log (tenant_id, account_id, ${personLogColumns.columns.join(', ')})
   values ($1, (select account_id from person where tenant_id = $1 and id = $2), ${personLogColumns.placeholders(3)})
   on conflict (tenant_id, person_id, idempotency_key) do nothing`,
);

@Injectable()
export class PersonLogsService {
  constructor(
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly lists: Lists,
    private readonly persons: PersonMatcher,
    private readonly events: Events,
  ) {}

  async list(personId: string, page: PageRequest): Promise<ListPage<PersonLogView>> {
    if (!(await this.reads.one(personExists, personId))) throw notFound('person');
    return this.lists.page(personLogList, page, (rows) => rows.map(personLogView), { person: personId });
  }

  async get(personId: string, logId: string): Promise<PersonLogView> {
    const row = await this.reads.one(personLogById, personId, logId);
    if (!row) throw notFound('personlog');
    return personLogView(row);
  }

  async create(body: CreatePersonLog): Promise<PersonLogView | Existing<PersonLogView>> {
    const person = await this.persons.findOrCreate(body);
    const log = PersonLog.create(person, body);
    const count = await this.writes.run(insertPersonLog, log.personId, ...personLogColumns.toParams(log));
    if (count === 1) return this.record(personLogView(log), fieldsOfNew(log));
    const first = await this.reads.one(personLogByKey, log.personId, log.idempotencyKey);
    return new Existing(personLogView(first!));
  }

  private record(view: PersonLogView, changes: FieldChanges): PersonLogView {
    const { personId, personLogId } = view;
    this.events.record({ type: 'person.log.created', personId, personLogId }, changes);
    return view;
  }
}
