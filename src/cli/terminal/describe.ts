import type { Command } from 'commander';

export interface Described {
  about: string;
  /** Whole command lines. */
  examples: readonly [string, ...string[]];
}

/** What every command has: a description, examples, and `--json`. */
export function describe(command: Command, { about, examples }: Described): Command {
  return command
    .description(about)
    .option('--json', 'answer in JSON')
    .addHelpText('after', `\nExamples:\n${examples.map((line) => `  $ ${line}`).join('\n')}`);
}

/** The words that call the command, without the name of the program. */
export function nameOf(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${nameOf(parent)} ${command.name()}` : command.name();
}
