import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../shared/database/records/prepared-writes.js';
import { PersonErasure, type FoundTraces, type PersonEraser, type PersonTraces } from '../crm/index.js';

/** Includes submissions from the person's visits that do not name their sender. */
export const submissionsOfPerson = new PreparedRead<{ id: string; analyticsSessionId: string }>(
  'form_submission.of_person',
  `select id, analytics_session_id as "analyticsSessionId" from form_submission
   where tenant_id = $1 and person_id = $2
   union
   select id, analytics_session_id from form_submission
   where tenant_id = $1 and analytics_session_id = any($3) and person_id is null`,
);

const deleteSubmissions = new PreparedWrite(
  'form_submission.erase',
  'delete from form_submission where tenant_id = $1 and id = any($2)',
);

/** Erases a person's submissions with the person. */
@Injectable()
export class SubmissionEraser implements OnModuleInit, PersonEraser {
  constructor(
    private readonly erasure: PersonErasure,
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
  ) {}

  onModuleInit(): void {
    this.erasure.onErase(this);
  }

  async find(traces: PersonTraces): Promise<FoundTraces> {
    const visits = traces.of('analyticsSession');
    const rows = await this.reads.all(submissionsOfPerson, traces.personId, visits);
    return {
      submission: rows.map(({ id }) => id),
      analyticsSession: rows.map(({ analyticsSessionId }) => analyticsSessionId),
    };
  }

  async erase(traces: PersonTraces): Promise<{ submissions: number }> {
    return { submissions: await this.writes.run(deleteSubmissions, traces.of('submission')) };
  }
}
