import type { Logger } from 'pino';
import type { Progress } from '../shared/kernel/progress.js';

/** A terminal, or a file or pipe in its place. */
export interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

const BAR_WIDTH = 24;
const CLEAR_LINE = '\r\u001B[K';

/** One line for each step. On a terminal, its parts share a bar; elsewhere, the first of each tenth has a line. */
export function printProgress(output: Output): Progress {
  const print = (text: string) => void output.write(`${text}\n`);
  if (!output.isTTY)
    return {
      step: print,
      part: (text, number, total) =>
        tenthOf(number, total) > tenthOf(number - 1, total) && print(counted(text, number, total)),
    };
  return {
    step: print,
    part: (text, number, total) => {
      const filled = Math.round((BAR_WIDTH * number) / total);
      const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
      output.write(`${CLEAR_LINE}${bar} ${counted(text, number, total)}${number === total ? '\n' : ''}`);
    },
  };
}

export function logProgress(logger: Logger): Progress {
  return {
    step: (text) => logger.info(text),
    part: (text, number, total) => logger.info(counted(text, number, total)),
  };
}

const tenthOf = (number: number, total: number): number => Math.floor((10 * (number - 1)) / total);

const counted = (text: string, number: number, total: number): string => `${text} (${number} of ${total})`;
