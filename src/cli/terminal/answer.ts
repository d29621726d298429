import { styleText } from 'node:util';
import { aligned, type Table } from './table.js';

/** What a command answers: for people, and the same as data for `--json`. */
export type Answer = {
  json: unknown;
  /** For a command whose answer is that something is wrong. */
  exitCode?: number;
} & ({ text: string } | { table: Table });

export function printAnswer(answer: Answer, { json = false }: { json?: boolean }): void {
  if (answer.exitCode !== undefined) process.exitCode = answer.exitCode;
  process.stdout.write(`${json ? jsonOf(answer.json) : textOf(answer)}\n`);
}

/** `JSON.stringify` escapes what controls a terminal, except these. */
function jsonOf(answer: unknown): string {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(answer).replaceAll(/[\u007f-\u009f]/g, escaped);
}

function textOf(answer: Answer): string {
  if ('text' in answer) return answer.text;
  const [head = '', ...rows] = aligned(answer.table);
  // Node leaves out the style where the output is no terminal, or NO_COLOR is set.
  return [styleText('bold', head), ...rows].join('\n');
}
