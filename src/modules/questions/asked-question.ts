import { p } from '@mikro-orm/core';
import { columns, type RecordOf } from '../../shared/database/records/column-map.js';
import { bigNumber, moment } from '../../shared/database/records/columns.js';
import { personal } from '../../shared/database/records/personal.js';
import { PersonalTable } from '../../shared/database/records/personal-table.js';

/** A question asked on a page, by one or more visitors. */
export const questionFields = columns({
  question: personal(p.text()),
  askedCount: bigNumber(),
  isAnswered: p.boolean(),
  firstAskedAt: moment(),
  lastAskedAt: moment(),
});

const grouping = columns({ groupedBy: personal(p.text()) });

/** Without its text, a question is of no use in a list. */
export const questionTable = new PersonalTable('asked_question', questionFields.and(grouping), {
  whenMentioned: 'delete',
});

export type AskedQuestion = RecordOf<typeof questionFields> & { id: string; pageId: string };

/** Questions are compared up to this length. An index entry has room for 2,700 bytes. */
const MAX_LENGTH = 500;

/** The key that groups equal questions: their words, ignoring case and punctuation. */
export function groupOf(question: string): string {
  const words = question
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{Z}\p{C}]+/gu, ' ');
  // A question without words is grouped by its punctuation.
  return (words.trim() || question.trim()).slice(0, MAX_LENGTH).toWellFormed();
}
