import { p } from '@mikro-orm/core';
import { columns, type RecordOf } from '../../shared/database/records/column-map.js';
import { bigNumber, moment } from '../../shared/database/records/columns.js';

/** A question that was asked on a page, by one or by many. */
export const questionFields = columns({
  question: p.text(),
  askedCount: bigNumber(),
  isAnswered: p.boolean(),
  firstAskedAt: moment(),
  lastAskedAt: moment(),
});

export type AskedQuestion = RecordOf<typeof questionFields> & { id: string; pageId: string };

/** So much of a question tells it from others. In an index, an entry has room for 2,700 bytes. */
const MAX_LENGTH = 500;

/** What questions are the same by: their words, whatever their case and the signs between and after them. */
export function groupOf(question: string): string {
  const words = question
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{Z}\p{C}]+/gu, ' ');
  // What has no words at all is the same by its signs.
  return (words.trim() || question.trim()).slice(0, MAX_LENGTH).toWellFormed();
}
