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
      'The person is found by `personId`, or else by `email`, `phoneNumber` or `linkedinProfileUrl`, in this order. ' +
      'If these find nobody, a person is created. A person who is found is not changed. ' +
      'If the person has an entry with this `idempotencyKey`, that entry is returned.',
    access: 'persons:write',
    reference: { code: 'unknown_person', when: 'There is no person `personId`.' },
    answer: PersonLogView,
    status: 201,
    existing: 'The entry that the person has with this `idempotencyKey`.',
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
    description: 'Entries of deleted persons are not found.',
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
