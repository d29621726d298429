import { Controller } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { FromQuery, PathId } from '../../shared/http/endpoint/inputs.js';
import { ListQuery } from '../../shared/fields/list.dto.js';
import {
  SubmissionListView,
  SubmissionsExportQuery,
  SubmissionsQuery,
  SubmissionView,
} from './dto/submissions.dto.js';
import { SubmissionsService } from './submissions.service.js';

@Controller()
@ApiTags('form submissions')
export class SubmissionsController {
  constructor(private readonly submissions: SubmissionsService) {}

  @Endpoint('GET /v0/forms/{form_id}/submissions', {
    summary: 'List the submissions of a form',
    description: 'What visitors have sent with it, newest first. Also of a form that is deleted.',
    access: 'forms:read',
    answer: SubmissionListView,
  })
  listSubmissionsOfForm(@PathId('form_id', 'form') formId: string, @FromQuery() query: ListQuery) {
    return this.submissions.listOf(formId, query);
  }

  @Endpoint('GET /v0/form_submissions', {
    summary: 'List form submissions',
    description:
      'What visitors have sent, newest first; also where they were asked for an email address alone.',
    access: 'forms:read',
    answer: SubmissionListView,
  })
  listSubmissions(@FromQuery() query: SubmissionsQuery) {
    return this.submissions.list(query);
  }

  @Endpoint('GET /v0/form_submissions/export', {
    summary: 'Export form submissions',
    description:
      'All of them, newest first, as a file. A line of `ndjson` is what a list shows of one. A `csv` has a column for ' +
      "each field of the form, times as ISO 8601, and a `'` before what a spreadsheet would take for a formula.",
    access: 'forms:read',
    answer: String,
    isStreamed: true,
  })
  @ApiProduces('application/x-ndjson', 'text/csv')
  exportSubmissions(@FromQuery() query: SubmissionsExportQuery) {
    return this.submissions.export(query);
  }

  @Endpoint('GET /v0/form_submissions/{form_submission_id}', {
    summary: 'Get a form submission',
    description: 'What a visitor has sent.',
    access: 'forms:read',
    answer: SubmissionView,
  })
  getSubmission(@PathId('form_submission_id', 'submission') submissionId: string) {
    return this.submissions.get(submissionId);
  }
}
