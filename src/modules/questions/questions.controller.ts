import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Endpoint } from '../../shared/http/endpoint/endpoint.js';
import { FromQuery, PathId } from '../../shared/http/endpoint/inputs.js';
import { QuestionListView, QuestionsQuery } from './questions.dto.js';
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
}
