import { CommanderError, type Command } from 'commander';
import { CliFault, EXIT } from './terminal/cli-fault.js';
import { nameOf } from './terminal/describe.js';

/** The words do not fit a command. */
export class Misuse extends Error {
  override readonly name = 'Misuse';

  constructor(
    readonly command: Command,
    fault: CommanderError,
  ) {
    const [first = '', ...hints] = fault.message.replace(/^error: /, '').split('\n');
    const sentence = first.charAt(0).toUpperCase() + first.slice(1).replace(/\.$/, '');
    const usage = `${command.parent ? `foyer ${nameOf(command)}` : 'foyer'} ${command.usage()}`;
    super([`${[sentence, ...hints].join(' ')}.`, `Usage: ${usage}`].join(' '));
  }
}

/** Says in one line why a command failed. Returns the exit code. */
export async function reportFailure(error: unknown): Promise<number> {
  // The help was shown: because it was asked for, or because a word is missing.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.misused;
  if (error instanceof Misuse) return failedWith(error.message, EXIT.misused);
  if (error instanceof CliFault) return failedWith(error.message, error.exitCode);
  const { startupError } = await import('../application/startup-errors.js');
  return failedWith(startupError(error), EXIT.failed);
}

function failedWith(line: string, exitCode: number): number {
  process.stderr.write(`${line}\n`);
  return exitCode;
}
