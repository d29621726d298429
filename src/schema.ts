import { SCHEMAS } from './modules.js';
import type { Settings } from './shared/config/settings.js';
import { assertMigrated, migrate } from './shared/database/migrate.js';
import { JOB_SCHEMA_MADE, migrateJobs } from './shared/jobs/job-schema.js';

/** Brings the schema up to date, or only sees to it that it is. */
export function prepareSchema(
  directUrl: string,
  { MIGRATE }: Pick<Settings, 'MIGRATE'>,
  say: (line: string) => void = (line) => process.stderr.write(`${line}\n`),
): Promise<void> {
  return MIGRATE
    ? migrate(directUrl, SCHEMAS, { rest: migrateJobs, say })
    : assertMigrated(directUrl, SCHEMAS, JOB_SCHEMA_MADE);
}
