import 'reflect-metadata';
import { CliFault } from './cli/cli-fault.js';
import { readCommandLine } from './cli/command-line.js';
import type { Command, CommandLine } from './cli/command.js';
import { COMMANDS } from './cli/commands.js';
import { usage } from './cli/usage.js';
import { openDatabaseAndLoad } from './application/database.js';
import { startupError } from './application/startup-errors.js';
import { readSettings } from './shared/config/settings.js';

process.exitCode = await main(process.argv.slice(2));

async function main(words: string[]): Promise<number> {
  if (words.includes('--help') || words.includes('-h')) {
    process.stdout.write(usage(COMMANDS));
    return 0;
  }
  const command = COMMANDS.find(({ name }) => `${words.join(' ')} `.startsWith(`${name} `));
  if (command) return run(command, words);
  if (words.length > 0) process.stderr.write(`There is no command "${words.join(' ')}".\n\n`);
  process.stderr.write(usage(COMMANDS));
  return 2;
}

async function run(command: Command, words: string[]): Promise<number> {
  try {
    process.stdout.write(`${await answerOf(command, readCommandLine(command, words))}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof CliFault ? error.message : startupError(error)}\n`);
    return 1;
  }
}

async function answerOf(command: Command, line: CommandLine): Promise<string> {
  if ('run' in command) return command.run(line, readSettings(process.env));
  const work = await command.prepare(line);
  const settings = { ...readSettings(process.env), ...(command.migrates && { MIGRATE: true }) };
  const load = () => import('./cli/with-context.js');
  const [database, { withContext }] = await openDatabaseAndLoad(settings, load);
  const loadRoot = async () => (await import('./app.module.js')).AppModule;
  return withContext({ database, settings, loadRoot }, command.name, work);
}
