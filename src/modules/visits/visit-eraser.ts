import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PreparedWrite, PreparedWrites } from '../../shared/database/records/prepared-writes.js';
import { uuidOf } from '../../shared/kernel/ids.js';
import { PersonErasure, type FoundTraces, type PersonEraser, type PersonTraces } from '../crm/index.js';

/** Visits of bots have no session: they are found by the links of the person's audiences. */
export const deleteVisits = new PreparedWrite(
  'visit.erase',
  `delete from visit
   where tenant_id = $1 and (id = any($2) or (page_link_id = any($3) and audience_id = any($4)))
   returning id`,
);

export const deleteEvents = new PreparedWrite(
  'visit_event.erase',
  'delete from visit_event where tenant_id = $1 and visit_id = any($2)',
);

/** Deletes a person's activity on pages. The person's sessions identify the visits. */
@Injectable()
export class VisitEraser implements OnModuleInit, PersonEraser {
  constructor(
    private readonly erasure: PersonErasure,
    private readonly writes: PreparedWrites,
  ) {}

  onModuleInit(): void {
    this.erasure.onErase(this);
  }

  find(): Promise<FoundTraces> {
    return Promise.resolve({});
  }

  /** Deletes the visits first: after that, no events are added to them. */
  async erase(traces: PersonTraces): Promise<{ visits: number }> {
    const ids = traces.of('analyticsSession').flatMap((name) => uuidOf('visit', name) ?? []);
    const rows = await this.writes.returning<{ id: string }>(
      deleteVisits,
      ...[ids, traces.of('link'), traces.of('audience')],
    );
    const deleted = rows.map(({ id }) => id);
    await this.writes.run(deleteEvents, [...new Set([...ids, ...deleted])]);
    return { visits: deleted.length };
  }
}
