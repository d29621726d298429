import { Injectable } from '@nestjs/common';
import { Lists } from '../../shared/database/lists/lists.js';
import { notFound } from '../../shared/kernel/errors.js';
import type { ListPage } from '../../shared/answers/list-page.js';
import { PagesApi } from '../pages/index.js';
import { allQuestions, questionList, questionView } from './question-reads.js';
import type { AskedQuestionView, QuestionsQuery } from './questions.dto.js';

@Injectable()
export class QuestionsService {
  constructor(
    private readonly lists: Lists,
    private readonly pages: PagesApi,
  ) {}

  listAll({ isAnswered, ...page }: QuestionsQuery): Promise<ListPage<AskedQuestionView>> {
    return this.lists.page(allQuestions, page, (rows) => rows.map(questionView), { isAnswered });
  }

  async list(pageId: string, { isAnswered, ...page }: QuestionsQuery): Promise<ListPage<AskedQuestionView>> {
    if (!(await this.pages.find(pageId))) throw notFound('page');
    return this.lists.page(questionList, page, (rows) => rows.map(questionView), { pageId, isAnswered });
  }
}
