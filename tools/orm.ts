/** Runs a command of the ORM's CLI on the database of the service, whether or not the service is running. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openDatabase } from '#built/application/database.js';
import { readSettings } from '#built/shared/config/settings.js';
import { startupError } from '#built/application/startup-errors.js';

/** Read-only commands. The others would generate tables and migrations from the entities, which contain no indexes. */
const COMMANDS = ['debug', 'migration:list', 'migration:pending'];

const TOOL = 'node_modules/@mikro-orm/cli/cli.js';
const CONFIGURATION = ['--config', 'mikro-orm.config.ts'];

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${startupError(error)}\n`);
  process.exitCode = 1;
}

async function main(words: string[]): Promise<number> {
  if (!COMMANDS.includes(words[0] ?? '')) {
    process.stderr.write(
      `The commands are ${COMMANDS.join(', ')}. Migrations are written by hand and run by npm run -s cli -- migrate.\n`,
    );
    return 2;
  }
  const database = await openDatabase(readSettings(process.env));
  try {
    return await runTool(words, database.directUrl);
  } finally {
    await database.close();
  }
}

async function runTool(words: string[], url: string): Promise<number> {
  // Node itself loads the configuration, so the CLI needs no TypeScript loader.
  const env = { ...process.env, DATABASE_URL: url, MIKRO_ORM_CLI_PREFER_TS: '0' };
  const tool = spawn(process.execPath, [TOOL, ...words, ...CONFIGURATION], { stdio: 'inherit', env });
  // Forward signals to the CLI; the database is closed after it ends.
  process.on('SIGINT', () => tool.kill('SIGINT'));
  process.on('SIGTERM', () => tool.kill('SIGTERM'));
  const [code] = (await once(tool, 'exit')) as [number | null];
  return code ?? 1;
}
