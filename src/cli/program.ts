import { Command } from 'commander';
import type { RootModule } from '../application/app.setup.js';
import { addApiCommands } from './api-commands.js';
import { Actions } from './database/actions.js';
import { addDataFolderCommands } from './database/data-folder-commands.js';
import { addDemoCommand } from './database/demo-command.js';
import { addDoctorCommand } from './database/doctor-command.js';
import { addDomainCommands } from './database/domain-commands.js';
import { addKeyCommands } from './database/key-commands.js';
import { addSampleCommand } from './database/sample-command.js';
import { addSchemaCommands } from './database/schema-commands.js';
import { addTenantCommands } from './database/tenant-commands.js';
import { Misuse, reportFailure } from './failure.js';
import { configureHelp, EXIT_CODES, leavesOf } from './help.js';
import { watchOutput } from './terminal/watch-output.js';

const DATABASE = 'Commands on the database of the service (DATABASE_URL, or the embedded one in DATA_DIR):';
const API = 'Commands that call the API (--url and --key, or FOYER_URL and FOYER_KEY):';

/** Sets the exit code of the process. */
export async function runProgram(words: string[], loadRoot: () => Promise<RootModule>): Promise<void> {
  watchOutput();
  const program = await programOf(new Actions(loadRoot));
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    process.exitCode = await reportFailure(error);
  }
}

async function programOf(actions: Actions): Promise<Command> {
  const program = configureHelp(new Command('foyer'))
    .description('Foyer: web pages that are personalised for their audiences')
    .configureOutput({ outputError: () => undefined })
    .addHelpText('after', EXIT_CODES);
  program.commandsGroup(DATABASE);
  addTenantCommands(program, actions);
  addKeyCommands(program, actions);
  addDomainCommands(program, actions);
  addSchemaCommands(program, actions);
  addSampleCommand(program, actions);
  addDemoCommand(program, actions);
  addDataFolderCommands(program, actions);
  addDoctorCommand(program, actions);
  program.commandsGroup(API);
  await addApiCommands(program);
  for (const leaf of leavesOf(program)) leaf.helpGroup(firstWordOf(leaf).helpGroup());
  throwMisuse(program);
  return program;
}

function firstWordOf(command: Command): Command {
  return command.parent?.parent ? firstWordOf(command.parent) : command;
}

/** Instead of ending the process. */
function throwMisuse(command: Command): void {
  command.exitOverride((error) => {
    throw /^commander\.(help|version)/.test(error.code) ? error : new Misuse(command, error);
  });
  command.commands.forEach(throwMisuse);
}
