import type { Command } from 'commander';

export interface Description {
  about: string;
  examples: readonly [string, ...string[]];
  /** False for a command that answers nothing of its own. */
  hasAnswer?: boolean;
}

export interface Table {
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

export type Answer = { json: unknown } & ({ text: string } | { table: Table });

/** What the program hands to these commands, so that they look like its own, and know nothing of it. */
export interface Terminal {
  describe(command: Command, description: Description): Command;
  print(answer: Answer, options: { json?: boolean }): void;
  /** An error that is shown as this line. */
  fault(message: string): Error;
  /** The same for words that are wrong. */
  wrongWords(message: string): Error;
}
