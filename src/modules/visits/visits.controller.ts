import { Controller } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../shared/auth/keys/caller.js';
import { Lists } from '../../shared/database/lists/lists.js';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { CurrentCaller, FromQuery } from '../../shared/http/endpoint/inputs.js';
import { firstUuidOf } from '../../shared/kernel/ids.js';
import { StreamedAnswer } from '../../shared/answers/streamed-answer.js';
import { momentOf } from '../../shared/kernel/wire-time.js';
import { exportedEvent, exportedEvents } from './visit-event-export.js';
import { VisitEventsExportQuery } from './visits.dto.js';

@Controller()
@ApiTags('visits')
export class VisitsController {
  constructor(private readonly lists: Lists) {}

  @Endpoint('GET /v0/exports/visit_events', {
    summary: 'Export visit events',
    description:
      'All stored events, visit by visit, one JSON document per line. `bot` says why a visitor is classified as a bot. ' +
      'In `details`, the address of the sender of a form is null without the scope `forms:read`, and the text of a ' +
      'question and its answer are null without `questions:read`.',
    access: 'visits:read',
    answer: String,
    isStreamed: true,
  })
  @ApiProduces('application/x-ndjson')
  exportVisitEvents(@FromQuery() { from }: VisitEventsExportQuery, @CurrentCaller() caller: Caller) {
    const steps = this.lists.steps(exportedEvents, { from: from && firstUuidOf(momentOf(from)) });
    return StreamedAnswer.ndjson('visit-events', steps, (row) => exportedEvent(row, caller));
  }
}
