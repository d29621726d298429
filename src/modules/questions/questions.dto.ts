import { ApiSchema } from '@nestjs/swagger';
import { Bool, Integer, RecordId, Text, Time } from '../../shared/fields/fields.js';
import { QueryBool } from '../../shared/fields/query-fields.js';
import { ListQuery, ListView } from '../../shared/fields/list.dto.js';

export class QuestionsQuery extends ListQuery {
  @QueryBool({ about: 'Only questions that were (`true`) or were not (`false`) answered the last time.' })
  isAnswered?: boolean;
}

@ApiSchema({ name: 'AskedQuestion' })
export class AskedQuestionView {
  @RecordId('question')
  questionId!: string;

  @RecordId('page')
  pageId!: string;

  @Text({ about: 'The latest wording.', example: 'Is there a free plan?' })
  question!: string;

  @Integer({
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
    about: 'How often it was asked, ignoring case and punctuation.',
  })
  askedCount!: number;

  @Bool({ about: 'Whether an entry of a topic answered it the last time.' })
  isAnswered!: boolean;

  @Time()
  firstAskedAt!: string;

  @Time()
  lastAskedAt!: string;
}

export const QuestionListView = ListView('AskedQuestionList', () => AskedQuestionView);

export const AllQuestionsView = ListView('AllAskedQuestionList', () => AskedQuestionView, {
  totalCount: { nullable: true },
});
