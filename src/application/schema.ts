import { SCHEMAS } from './modules.js';
import { assertSearchedIn, assertSearchLanguage, searchIn } from '../modules/topics/index.js';
import { SETTINGS, type Settings } from '../shared/config/settings.js';
import { patienceFor } from '../shared/database/schema/contraction.js';
import { assertMigrated, migrate, missingMigrations } from '../shared/database/schema/migrate.js';
import { SILENT_PROGRESS, type Progress } from '../shared/kernel/progress.js';
import { JOB_SCHEMA_MADE, migrateJobs } from '../shared/jobs/job-schema.js';

type SchemaSettings = Pick<Settings, 'MIGRATE'> &
  Partial<Pick<Settings, 'SEARCH_LANGUAGE' | 'SHUTDOWN_TIMEOUT_MS'>>;

interface SchemaReport {
  /** Receives a line about each session that blocks the migration. */
  say?: (line: string) => void;
  progress?: Progress;
}

/** Brings the schema up to date, or only checks that it is. */
export async function prepareSchema(
  directUrl: string,
  {
    MIGRATE,
    SEARCH_LANGUAGE = SETTINGS.SEARCH_LANGUAGE.fallback,
    SHUTDOWN_TIMEOUT_MS = SETTINGS.SHUTDOWN_TIMEOUT_MS.fallback,
  }: SchemaSettings,
  { say = (line) => process.stderr.write(`${line}\n`), progress = SILENT_PROGRESS }: SchemaReport = {},
): Promise<void> {
  await assertSearchLanguage(directUrl, SEARCH_LANGUAGE);
  if (!MIGRATE) {
    await assertMigrated(directUrl, SCHEMAS, JOB_SCHEMA_MADE);
    return assertSearchedIn(SEARCH_LANGUAGE, directUrl);
  }
  const rest = async (url: string, applicationName: string) => {
    await migrateJobs(url, applicationName);
    await searchIn(SEARCH_LANGUAGE, url, applicationName);
  };
  await migrate(directUrl, SCHEMAS, { rest, say, progress, patienceMs: patienceFor(SHUTDOWN_TIMEOUT_MS) });
}

/** The names of what `prepareSchema` would still apply. */
export function missingInSchema(directUrl: string): Promise<string[]> {
  return missingMigrations(directUrl, SCHEMAS, JOB_SCHEMA_MADE);
}
