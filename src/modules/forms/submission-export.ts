import { csvLine } from '../../shared/answers/csv.js';
import { StreamedAnswer } from '../../shared/answers/streamed-answer.js';
import type { FormField } from './entities/form-parts.js';
import { submissionView, type SubmissionRecord } from './dto/submission-reads.js';
import type { ExportFormat } from './dto/submissions.dto.js';

/** How a format is written: its header, and the text of each submission. */
interface Format {
  mediaType: string;
  head: string;
  line: (submission: SubmissionRecord) => string;
}

export function exportOf(
  steps: AsyncIterable<SubmissionRecord[]>,
  format: ExportFormat,
  fields: readonly FormField[],
): StreamedAnswer {
  const { mediaType, head, line } = format === 'csv' ? csvOf(fields) : NDJSON;
  return new StreamedAnswer(mediaType, `form-submissions.${format}`, parts());

  async function* parts() {
    let before = head;
    for await (const rows of steps) {
      const text = before;
      before = '';
      yield () => text + rows.map(line).join('');
    }
    yield () => before;
  }
}

const NDJSON: Format = {
  mediaType: 'application/x-ndjson',
  head: '',
  line: (submission) => `${JSON.stringify(submissionView(submission))}\n`,
};

/** A form may have had other fields before: the answers to these share one column. */
function csvOf(fields: readonly FormField[]): Format {
  const names = fields.map(({ name }) => name);
  return {
    mediaType: 'text/csv',
    head: csvLine([
      ...ABOUT_IT,
      'createdAt',
      ...names.map((name) => `answers.${name}`),
      'otherAnswers',
      ...ABOUT_SENDER.map((name) => `sender.${name}`),
    ]),
    line: (submission) => {
      const view = submissionView(submission);
      const others = Object.entries(view.answers).filter(([name]) => !names.includes(name));
      return csvLine([
        ...ABOUT_IT.map((name) => view[name] ?? ''),
        new Date(submission.createdAt).toISOString(),
        ...names.map((name) => (Object.hasOwn(view.answers, name) ? String(view.answers[name]) : '')),
        others.length > 0 ? JSON.stringify(Object.fromEntries(others)) : '',
        ...ABOUT_SENDER.map((name) => view.sender?.[name] ?? ''),
      ]);
    },
  };
}

const ABOUT_SENDER = ['name', 'company', 'profile'] as const;

const ABOUT_IT = [
  'formSubmissionId',
  'formId',
  'pageId',
  'audienceId',
  'pageLinkId',
  'analyticsSessionId',
  'personId',
  'status',
  'failure',
] as const;
