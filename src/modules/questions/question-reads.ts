import { ListRead } from '../../shared/database/lists/list-read.js';
import { wireId } from '../../shared/kernel/ids.js';
import { questionFields, type AskedQuestion } from './asked-question.js';
import type { AskedQuestionView } from './questions.dto.js';

export const questionList = new ListRead<AskedQuestion>('asked_questions', {
  columns: `q.id, q.page_id as "pageId", ${questionFields.select('q')}`,
  bytes: questionFields.bytes('q'),
  from: 'asked_question q',
  alias: 'q',
  order: { 'q.asked_count': 'bigint', 'q.id': 'uuid' },
  direction: 'desc',
  requires: ['pageId'],
  filters: { pageId: 'q.page_id = ?', isAnswered: 'q.is_answered = ?' },
});

export function questionView(question: AskedQuestion): AskedQuestionView {
  const { id, pageId } = question;
  return {
    questionId: wireId('question', id),
    pageId: wireId('page', pageId),
    ...questionFields.toView(question),
  };
}
