import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PreparedWrite, PreparedWrites } from '../../shared/database/records/prepared-writes.js';
import { SessionsApi, type ErasedSessions } from '../sessions/index.js';

const deleteQuestions = new PreparedWrite(
  'asked_question.erase',
  'delete from asked_question where tenant_id = $1 and page_id = any($2) and lower(question) like any($3)',
);

/** Visitors may identify themselves in a question: such questions are erased with the person. */
@Injectable()
export class QuestionEraser implements OnModuleInit {
  constructor(
    private readonly sessions: SessionsApi,
    private readonly writes: PreparedWrites,
  ) {}

  onModuleInit(): void {
    this.sessions.onErased((erased) => this.erase(erased));
  }

  private async erase({ before, patterns }: ErasedSessions): Promise<void> {
    const pageIds = before.flatMap(({ pageId }) => pageId ?? []);
    await this.writes.run(deleteQuestions, [...new Set(pageIds)], patterns);
  }
}
