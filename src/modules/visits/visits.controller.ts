import { Controller } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import { Lists } from '../../shared/database/lists/lists.js';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { FromQuery } from '../../shared/http/endpoint/inputs.js';
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
    summary: 'Export what visitors did',
    description:
      'All events that are kept, a visit after the other, as lines of JSON. Those of bots have the reason in `bot`.',
    access: 'visits:read',
    answer: String,
    isStreamed: true,
  })
  @ApiProduces('application/x-ndjson')
  exportVisitEvents(@FromQuery() { from }: VisitEventsExportQuery) {
    const steps = this.lists.steps(exportedEvents, { from: from && firstUuidOf(momentOf(from)) });
    return StreamedAnswer.ndjson('visit-events', steps, exportedEvent);
  }
}
