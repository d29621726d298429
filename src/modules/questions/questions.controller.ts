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
      'What visitors asked on the page, each question once, those asked most often first. With `isAnswered=false`: ' +
      'what your topics should tell them.',
    access: 'questions:read',
    answer: QuestionListView,
  })
  listQuestions(@PathId('page_id') pageId: string, @FromQuery() query: QuestionsQuery) {
    return this.questions.list(pageId, query);
  }
}
