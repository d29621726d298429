import type { EntityManager } from '@mikro-orm/postgresql';
import type { INestApplicationContext } from '@nestjs/common';
import { PreparedWrites } from '../../shared/database/prepared-writes.js';
import { clock } from '../../shared/kernel/clock.js';
import { exampleUuid, isSample } from '../../shared/kernel/example-ids.js';
import { groupOf } from './asked-question.js';
import { countQuestion } from './question-reads.js';

const QUESTION = 'Is there a free plan?';

/** The record that the example in the docs shows. */
export function sampleQuestions(_em: EntityManager, app: Pick<INestApplicationContext, 'get'>): void {
  const counted = [exampleUuid('question'), exampleUuid('page'), groupOf(QUESTION), QUESTION];
  app.get(PreparedWrites, { strict: false }).atCommit(countQuestion, ...counted, false, clock.now());
}

export const removeSampleQuestions = [
  `delete from asked_question where tenant_id = $1 and (${isSample('id')} or ${isSample('page_id')})`,
];
