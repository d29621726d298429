import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { FromQuery, PathId } from '../../shared/http/endpoint/inputs.js';
import { aboutCombinations } from '../../shared/database/lists/combinations.js';
import { ABOUT_TOTAL_COUNT } from '../../shared/database/lists/total-count.js';
import { allQuestions } from './question-reads.js';
import { AllQuestionsView, QuestionListView, QuestionsQuery } from './questions.dto.js';
import { QuestionsService } from './questions.service.js';

@Controller()
@ApiTags('questions')
export class QuestionsController {
  constructor(private readonly questions: QuestionsService) {}

  @Endpoint('GET /v0/pages/{page_id}/questions', {
    summary: 'List the questions of a page',
    description:
      'The questions that visitors asked on the page, without duplicates, most frequent first. `isAnswered=false` ' +
      'lists the questions that your topics do not answer yet.',
    access: 'questions:read',
    answer: QuestionListView,
  })
  listQuestions(@PathId('page_id') pageId: string, @FromQuery() query: QuestionsQuery) {
    return this.questions.list(pageId, query);
  }

  @Endpoint('GET /v0/questions', {
    summary: 'List the questions of all pages',
    description:
      'The questions that visitors asked, the most recently asked first, without those of deleted pages. ' +
      `${ABOUT_TOTAL_COUNT} ${aboutCombinations(allQuestions.source)}`,
    access: 'questions:read',
    answer: AllQuestionsView,
  })
  listAllQuestions(@FromQuery() query: QuestionsQuery) {
    return this.questions.listAll(query);
  }
}
