import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { FromBody, FromQuery, PathId } from '../../shared/http/endpoint/inputs.js';
import { ListQuery } from '../../shared/fields/list.dto.js';
import { ABOUT_TOTAL_COUNT } from '../../shared/database/lists/total-count.js';
import { CreatePersonLog, PersonLogListView, PersonLogView } from './dto/person-logs.dto.js';
import { PersonLogsService } from './person-logs.service.js';

@Controller()
@ApiTags('person logs')
export class PersonLogsController {
  constructor(private readonly logs: PersonLogsService) {}

  @Endpoint('POST /v0/person_logs', {
    summary: 'Log something about a person',
    description:
      'The person is found by `personId`, or else by `email`, `phoneNumber` or `linkedinProfileUrl`, in this order; ' +
      'where these find nobody, the person is made. Who is found is not changed. ' +
      'Under an `idempotencyKey` that the person has an entry for, that entry is answered.',
    access: 'persons:write',
    reference: { code: 'unknown_person', when: 'There is no person `personId`.' },
    answer: PersonLogView,
    status: 201,
    existing: 'The entry that the person has under this `idempotencyKey`.',
  })
  createPersonLog(@FromBody() body: CreatePersonLog) {
    return this.logs.create(body);
  }

  @Endpoint('GET /v0/persons/{person_id}/logs', {
    summary: 'List the log entries of a person',
    description: `Newest first. ${ABOUT_TOTAL_COUNT}`,
    access: 'persons:read',
    answer: PersonLogListView,
  })
  listPersonLogs(@PathId('person_id') personId: string, @FromQuery() query: ListQuery) {
    return this.logs.list(personId, query);
  }

  @Endpoint('GET /v0/persons/{person_id}/logs/{person_log_id}', {
    summary: 'Get a log entry of a person',
    description: 'One entry; not those of a person that was deleted.',
    access: 'persons:read',
    answer: PersonLogView,
  })
  getPersonLog(
    @PathId('person_id') personId: string,
    @PathId('person_log_id', 'personlog') personLogId: string,
  ) {
    return this.logs.get(personId, personLogId);
  }
}
