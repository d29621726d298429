import type { Client } from 'pg';
import type { OpenDatabase } from '../../../application/database.js';
import { missingInSchema } from '../../../application/schema.js';
import { startupError } from '../../../application/startup-errors.js';
import { cliCommand } from '../../../shared/config/cli-command.js';
import type { Settings } from '../../../shared/config/settings.js';
import { type Finding, ok, warning, wrong } from './finding.js';

const CHECK = 'migrations';

export async function migrationFindings(
  client: Client,
  { directUrl }: OpenDatabase,
  { MIGRATE }: Settings,
): Promise<Finding[]> {
  let missing: string[];
  try {
    missing = await missingInSchema(directUrl);
  } catch (error) {
    return [wrong(CHECK, startupError(error), 'Run the release that this schema belongs to.')];
  }
  if (missing.length === 0) return [ok(CHECK, `all ${await applied(client)} are applied`)];
  const found = `${missing.length} ${missing.length === 1 ? 'is' : 'are'} not applied`;
  const command = cliCommand('migrate');
  return MIGRATE
    ? [warning(CHECK, found, `The next start of the service applies them, or ${command}`)]
    : [
        wrong(
          CHECK,
          found,
          `The service does not start, because MIGRATE is false; apply them with: ${command}`,
        ),
      ];
}

async function applied(client: Client): Promise<number> {
  return (await client.query<{ count: number }>('select count(*)::int as count from migration')).rows[0]!
    .count;
}
