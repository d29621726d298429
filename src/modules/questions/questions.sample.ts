import type { EntityManager } from '@mikro-orm/postgresql';
import type { INestApplicationContext } from '@nestjs/common';
import { PreparedWrite, PreparedWrites } from '../../shared/database/records/prepared-writes.js';
import { clock } from '../../shared/kernel/clock.js';
import { exampleUuid, isSample } from '../../shared/kernel/example-ids.js';
import { groupOf } from './asked-question.js';

const QUESTION = 'Is there a free plan?';

const insertQuestion = PreparedWrite.insert('asked_question', [
  ...[
    'id',
    'page_id',
    'grouped_by',
    'question',
    'asked_count',
    'is_answered',
    'first_asked_at',
    'last_asked_at',
  ],
]);

/** The record shown in the docs' example. */
export function sampleQuestions(_em: EntityManager, app: Pick<INestApplicationContext, 'get'>): void {
  const now = clock.now();
  const question = [exampleUuid('question'), exampleUuid('page'), groupOf(QUESTION), QUESTION];
  app.get(PreparedWrites, { strict: false }).atCommit(insertQuestion, ...question, 1, true, now, now);
}

export const removeSampleQuestions = [
  `delete from asked_question where tenant_id = $1 and (${isSample('id')} or ${isSample('page_id')})`,
];
