import { ApiSchema } from '@nestjs/swagger';
import { Bool, Integer, RecordId, Text, Time } from '../../shared/fields/fields.js';
import { QueryBool } from '../../shared/fields/query-fields.js';
import { ListQuery, ListView } from '../../shared/fields/list.dto.js';

export class QuestionsQuery extends ListQuery {
  @QueryBool({ about: 'Questions that were answered the last time, or those that were not.' })
  isAnswered?: boolean;
}

@ApiSchema({ name: 'AskedQuestion' })
export class AskedQuestionView {
  @RecordId('question')
  questionId!: string;

  @RecordId('page')
  pageId!: string;

  @Text({ about: 'As it was asked last.', example: 'Is there a free plan?' })
  question!: string;

  @Integer({ min: 1, max: Number.MAX_SAFE_INTEGER, about: 'How often it was asked, in all its spellings.' })
  askedCount!: number;

  @Bool({ about: 'Whether an entry of a topic answered it the last time.' })
  isAnswered!: boolean;

  @Time()
  firstAskedAt!: string;

  @Time()
  lastAskedAt!: string;
}

export const QuestionListView = ListView('AskedQuestionList', () => AskedQuestionView);
