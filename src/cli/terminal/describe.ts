import type { Command } from 'commander';

export interface Described {
  about: string;
  /** Whole command lines. */
  examples: readonly [string, ...string[]];
  /** False for a command that answers nothing of its own. */
  hasAnswer?: boolean;
}

/** What every command has: a description, examples, and `--json` if it answers. */
export function describe(command: Command, { about, examples, hasAnswer = true }: Described): Command {
  if (hasAnswer) command.option('--json', 'answer in JSON');
  return command
    .description(about)
    .addHelpText('after', `\nExamples:\n${examples.map((line) => `  $ ${line}`).join('\n')}`);
}

/** The words that call the command, without the name of the program. */
export function nameOf(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${nameOf(parent)} ${command.name()}` : command.name();
}
