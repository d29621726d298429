import { parseArgs } from 'node:util';
import { CliFault } from './cli-fault.js';
import { OPTIONS, synopsis, type Command, type CommandLine } from './command.js';

export function readCommandLine(command: Command, words: readonly string[]): CommandLine {
  const { values, positionals } = parse(command, words.slice(command.name.split(' ').length));
  const stray = Object.keys(values).find((option) => !(option in command.options));
  if (stray) throw misused(command, `Unknown option '--${stray}'`);
  if (positionals.length !== command.operands.length) {
    throw misused(
      command,
      positionals.length > command.operands.length ? 'Too many arguments' : 'An argument is missing',
    );
  }
  return { operands: positionals, options: values };
}

function parse(command: Command, args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // The rest of the message is about positionals that look like options, which no command takes.
    throw misused(command, (error as Error).message.split(/[.\n]/, 1)[0]!);
  }
}

function misused(command: Command, fault: string): CliFault {
  return new CliFault(`${fault}. Usage: ${synopsis(command)}`);
}
