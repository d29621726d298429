import { Injectable } from '@nestjs/common';
import { Lists, type PageRequest } from '../../shared/database/lists.js';
import { PreparedReads } from '../../shared/database/prepared-reads.js';
import { PreparedWrites } from '../../shared/database/prepared-writes.js';
import { Events } from '../../shared/events/events.js';
import { Existing } from '../../shared/kernel/existing.js';
import { clock } from '../../shared/kernel/clock.js';
import { notFound } from '../../shared/kernel/errors.js';
import { newUuid } from '../../shared/kernel/ids.js';
import type { ListPage } from '../../shared/kernel/list-page.js';
import { DEFAULT_TYPE } from './log-fields.js';
import { personLogById, personLogByKey, personLogList } from './log-reads.js';
import { personLogView } from './log-views.js';
import { insertPersonLog, personLogValues } from './log-writes.js';
import { LoggedPersons } from './logged-persons.service.js';
import type { CreatePersonLog, PersonLogView } from './person-logs.dto.js';
import { personExists } from './person-reads.js';

@Injectable()
export class PersonLogsService {
  constructor(
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly lists: Lists,
    private readonly persons: LoggedPersons,
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
    const { source, type = DEFAULT_TYPE, payload = {}, idempotencyKey = null } = body;
    const { personId, createdPerson } = await this.persons.identify(body);
    const log = {
      ...{ id: newUuid(), personId, createdPerson, source, type, payload, idempotencyKey },
      createdAt: clock.now(),
    };
    const count = await this.writes.run(insertPersonLog, ...personLogValues(log));
    if (count === 1) return this.recorded(personLogView(log));
    const first = await this.reads.one(personLogByKey, personId, idempotencyKey);
    return new Existing(personLogView(first!));
  }

  private recorded(view: PersonLogView): PersonLogView {
    this.events.record({
      type: 'person.log.created',
      personId: view.personId,
      personLogId: view.personLogId,
    });
    return view;
  }
}
