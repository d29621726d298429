import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, type OpenDatabase } from '../../../application/database.js';
import { startupError } from '../../../application/startup-errors.js';
import { readSettings, SETTINGS, type Settings } from '../../../shared/config/settings.js';
import { VERSION } from '../../../shared/config/version.js';
import { withConnection } from '../../../shared/database/driver/with-connection.js';
import { clockFinding } from './clock-check.js';
import { connectionFinding, serverFindings } from './database-checks.js';
import { diskFindings } from './disk-check.js';
import { type Finding, ok, warning, wrong } from './finding.js';
import { migrationFindings } from './migration-checks.js';
import { poolerFinding } from './pooler-check.js';
import { serviceFinding, siteFinding } from './site-checks.js';

/** Looks at everything that the service needs, and changes nothing. Later checks need what earlier ones found. */
export async function examine(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const versions = ok('versions', `Foyer ${VERSION}, Node ${process.versions.node}`);
  const settings = settingsOf(environment);
  if (!('values' in settings)) return [versions, settings];
  const { values } = settings;
  return [
    ...[versions, settings.finding],
    ...(await diskFindings(values)),
    ...(await databaseFindings(values)),
    ...(await Promise.all([serviceFinding(values), siteFinding(values)])),
  ];
}

function settingsOf(environment: NodeJS.ProcessEnv): Finding | { values: Settings; finding: Finding } {
  try {
    const values = readSettings(environment);
    const given = Object.keys(SETTINGS).filter((name) => environment[name]);
    return {
      values,
      finding: ok('settings', given.length > 0 ? `set: ${given.join(', ')}` : 'all have their defaults'),
    };
  } catch (error) {
    return wrong(
      'settings',
      startupError(error),
      'Correct these environment variables; docs/settings.md lists all of them.',
    );
  }
}

async function databaseFindings(settings: Settings): Promise<Finding[]> {
  const { DATABASE_URL, DATA_DIR } = settings;
  if (DATABASE_URL === undefined && !existsSync(join(DATA_DIR, 'postgres')))
    return [
      warning('database', `there is none in ${DATA_DIR} yet`, 'The first start of the service creates it.'),
    ];
  let database: OpenDatabase;
  try {
    database = await openDatabase(settings);
  } catch (error) {
    return [wrong('database', startupError(error), 'The service does not start without it.')];
  }
  try {
    return await findingsIn(database, settings);
  } finally {
    await database.close();
  }
}

function findingsIn(database: OpenDatabase, settings: Settings): Promise<Finding[]> {
  return withConnection(database.directUrl, async (client) => [
    await connectionFinding(client, database),
    poolerFinding(settings),
    ...(await serverFindings(client, settings)),
    ...(await migrationFindings(client, database, settings)),
    await clockFinding(client),
  ]);
}
