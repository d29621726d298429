import { Module } from '@nestjs/common';
import { PagesModule } from '../pages/index.js';
import { SessionsModule } from '../sessions/index.js';
import { TopicsModule } from '../topics/index.js';
import { VisitsModule } from '../visits/index.js';
import { AnswerBudget } from './answer-budget.js';
import { AnswerWriter } from './answer-writer.js';
import { QuestionEraser } from './question-eraser.js';
import { QuestionsApi } from './questions.api.js';
import { QuestionsController } from './questions.controller.js';
import { QuestionsService } from './questions.service.js';

@Module({
  imports: [PagesModule, SessionsModule, TopicsModule, VisitsModule],
  controllers: [QuestionsController],
  providers: [QuestionsService, QuestionsApi, AnswerWriter, AnswerBudget, QuestionEraser],
  exports: [QuestionsApi],
})
export class QuestionsModule {}
