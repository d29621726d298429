import type { Command } from 'commander';
import type { Answer } from './terminal/answer.js';
import type { Described } from './terminal/describe.js';

/** What `packages/commands` exports, and what it expects of the program. It is built apart, and may be missing. */
export function addApiCommands(
  program: Command,
  terminal: {
    describe(command: Command, described: Described): Command;
    print(answer: Answer, options: { json?: boolean }): void;
    fault(message: string): Error;
    wrongWords(message: string): Error;
  },
): void;
