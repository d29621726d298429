import { ListRead } from '../../shared/database/lists/list-read.js';
import { COUNTED_UP_TO } from '../../shared/database/lists/total-count.js';
import { wireId } from '../../shared/kernel/ids.js';
import { questionFields, type AskedQuestion } from './asked-question.js';
import type { AskedQuestionView } from './questions.dto.js';

const QUESTION = {
  columns: `q.id, q.page_id as "pageId", ${questionFields.select('q')}`,
  bytes: questionFields.bytes('q'),
  from: 'asked_question q',
  alias: 'q',
  direction: 'desc',
} as const;

/** Questions of a page. */
export const questionList = new ListRead<AskedQuestion>('asked_questions', {
  ...QUESTION,
  order: { 'q.asked_count': 'bigint', 'q.id': 'uuid' },
  requires: ['pageId'],
  filters: { pageId: 'q.page_id = ?', isAnswered: 'q.is_answered = ?' },
});

/** Questions of all pages that are not deleted. */
export const allQuestions = new ListRead<AskedQuestion>('asked_questions.all', {
  ...QUESTION,
  order: { 'q.last_asked_at': 'timestamptz', 'q.id': 'uuid' },
  checked: 'exists (select from page p where p.tenant_id = $1 and p.id = q.page_id and p.deleted_at is null)',
  filters: { isAnswered: 'q.is_answered = ?' },
  indexed: ['isAnswered'],
  countUpTo: COUNTED_UP_TO,
});

export function questionView(question: AskedQuestion): AskedQuestionView {
  const { id, pageId } = question;
  return {
    questionId: wireId('question', id),
    pageId: wireId('page', pageId),
    ...questionFields.toView(question),
  };
}
