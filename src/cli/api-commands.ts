import type { Command } from 'commander';
import { printAnswer } from './terminal/answer.js';
import { CliFault, WrongWords } from './terminal/cli-fault.js';
import { describe } from './terminal/describe.js';

/** The first words of the commands that call the API. They are no part of a production install. */
export const API_WORDS = ['events', 'webhooks', 'deliveries', 'publish', 'mcp'];

const MISSING =
  'The commands that call the API are not built here. In a checkout of Foyer: npm ci && npm run build:commands';

const terminal = {
  ...{ describe, print: printAnswer },
  fault: (message: string) => new CliFault(message),
  wrongWords: (message: string) => new WrongWords(message),
};

/** Adds them, or commands that say how to get them. */
export async function addApiCommands(program: Command): Promise<void> {
  const found = await import('#commands').catch(ignoreMissing);
  if (found) return found.addApiCommands(program, terminal);
  program.addHelpText('after', `\n${MISSING}`);
  for (const word of API_WORDS)
    program
      .command(word, { hidden: true })
      // Their help, too, is in what is not built.
      .helpOption(false)
      .allowUnknownOption()
      .allowExcessArguments()
      .action(() => {
        throw new CliFault(MISSING);
      });
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
}
