import { styleText } from 'node:util';
import type { Command } from 'commander';
import { nameOf } from './terminal/describe.js';

export const EXIT_CODES = `
Exit codes:
  0  done
  1  failed; a line on standard error says why
  2  the words of the command are wrong; nothing was opened or changed

"foyer <command> --help" shows the options of a command, and examples.`;

/** The longest commands leave less than half of 80 columns, which Commander would not wrap in. */
const MIN_WIDTH_TO_WRAP = 24;

/** The help of the program lists all commands with their operands, not only the first word of each. */
export function configureHelp(program: Command): Command {
  return program.configureHelp({
    minWidthToWrap: MIN_WIDTH_TO_WRAP,
    visibleCommands: (command) =>
      command.parent ? [...command.commands] : leavesOf(command).filter(isListed),
    subcommandTerm: (command) => [nameOf(command), ...command.registeredArguments.map(operand)].join(' '),
    // Commander takes the style away where the output is no terminal.
    styleTitle: (title) => styleText('bold', title, { validateStream: false }),
  });
}

/** The commands that do something. Each is listed in the group of its first word. */
export function leavesOf(command: Command): Command[] {
  return command.commands.flatMap((each) => (each.commands.length > 0 ? leavesOf(each) : [each]));
}

function isListed(command: Command): boolean {
  return command.description() !== '';
}

function operand(argument: { name(): string; required: boolean }): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
}
