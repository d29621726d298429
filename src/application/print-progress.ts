import type { Logger } from 'pino';
import type { Progress } from '../shared/kernel/progress.js';

/** A terminal, or a file or pipe in its place. */
export interface Output {
  isTTY?: boolean;
  write(text: string): unknown;
}

const BAR_WIDTH = 24;
const CLEAR_LINE = '\r\u001B[K';

/** One line for each step; on a terminal, parts of a step share a bar. */
export function printProgress(output: Output): Progress {
  const print = (text: string) => void output.write(`${text}\n`);
  if (!output.isTTY)
    return { step: print, part: (text, number, total) => print(counted(text, number, total)) };
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

const counted = (text: string, number: number, total: number): string => `${text} (${number} of ${total})`;
