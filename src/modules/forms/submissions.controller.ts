import { Controller } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { FromQuery, PathId } from '../../shared/http/endpoint/inputs.js';
import {
  SubmissionListView,
  SubmissionsOfFormQuery,
  SubmissionsExportQuery,
  SubmissionsQuery,
  SubmissionView,
} from './dto/submissions.dto.js';
import { SubmissionsService } from './submissions.service.js';
import { aboutCombinations } from '../../shared/database/lists/combinations.js';
import { submissionList } from './dto/submission-reads.js';
import { ABOUT_TOTAL_COUNT } from '../../shared/database/lists/total-count.js';

@Controller()
@ApiTags('form submissions')
export class SubmissionsController {
  constructor(private readonly submissions: SubmissionsService) {}

  @Endpoint('GET /v0/forms/{form_id}/submissions', {
    summary: 'List the submissions of a form',
    description: `The submissions, newest first, even if the form is deleted. ${ABOUT_TOTAL_COUNT} ${aboutCombinations(submissionList.source)}`,
    access: 'forms:read',
    answer: SubmissionListView,
  })
  listSubmissionsOfForm(
    @PathId('form_id', 'form') formId: string,
    @FromQuery() query: SubmissionsOfFormQuery,
  ) {
    return this.submissions.listOf(formId, query);
  }

  @Endpoint('GET /v0/form_submissions', {
    summary: 'List form submissions',
    description:
      'All submissions, newest first, including those of the built-in form, which asks only for an email address. ' +
      `${ABOUT_TOTAL_COUNT} ${aboutCombinations(submissionList.source)}`,
    access: 'forms:read',
    answer: SubmissionListView,
  })
  listSubmissions(@FromQuery() query: SubmissionsQuery) {
    return this.submissions.list(query);
  }

  @Endpoint('GET /v0/form_submissions/export', {
    summary: 'Export form submissions',
    description:
      'All submissions, newest first, as a file. `ndjson` has one submission per line, as in the list. `csv` has a ' +
      "column for each field of the form, times as ISO 8601, and a `'` before text that a spreadsheet would run as " +
      'a formula.',
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
    description: 'The data that a visitor sent.',
    access: 'forms:read',
    answer: SubmissionView,
  })
  getSubmission(@PathId('form_submission_id', 'submission') submissionId: string) {
    return this.submissions.get(submissionId);
  }
}
