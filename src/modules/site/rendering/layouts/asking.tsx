import type { VNode } from 'preact';
import { Columns } from './columns.js';
import type { Parts } from './layout.js';

/** Questions with their answers, and beside them where to ask another one. Otherwise they stand in two columns. */
export function Asking({ questions, questionBox }: Pick<Parts, 'questions' | 'questionBox'>): VNode | null {
  if (questions && questionBox) return <Columns aside={questionBox}>{questions}</Columns>;
  if (questions) return <section class="wrap two">{questions}</section>;
  return questionBox ? <Columns>{questionBox}</Columns> : null;
}
