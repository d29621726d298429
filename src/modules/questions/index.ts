import type { FoyerModule } from '../../shared/foyer-module.js';
import { questionTable } from './asked-question.js';
import { allQuestions, questionList } from './question-reads.js';
import { forgetQuestions } from './questions.jobs.js';
import { questionMigrations } from './questions.migration.js';
import { QuestionsModule } from './questions.module.js';
import { removeSampleQuestions, sampleQuestions } from './questions.sample.js';

export { QuestionsApi } from './questions.api.js';
export { QuestionsModule } from './questions.module.js';

export const questions: FoyerModule = {
  nest: QuestionsModule,
  tags: { questions: "Visitors' questions on pages" },
  entities: [],
  personal: [questionTable],
  migrations: questionMigrations,
  events: {},
  jobs: [forgetQuestions],
  lists: [questionList, allQuestions],
  scopes: ['questions:read'],
  problems: {},
  sample: sampleQuestions,
  removeSample: removeSampleQuestions,
};
