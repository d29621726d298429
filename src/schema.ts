import { SCHEMAS } from './modules.js';
import type { Settings } from './shared/config/settings.js';
import { assertMigrated, migrate } from './shared/database/migrate.js';
import { JOB_SCHEMA_MADE, migrateJobs } from './shared/jobs/job-schema.js';

/** Brings the schema up to date, or only sees to it that it is. */
export function prepareSchema(databaseUrl: string, { MIGRATE }: Pick<Settings, 'MIGRATE'>): Promise<void> {
  return MIGRATE
    ? migrate(databaseUrl, SCHEMAS, migrateJobs)
    : assertMigrated(databaseUrl, SCHEMAS, JOB_SCHEMA_MADE);
}
