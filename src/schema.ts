import { SCHEMAS } from './modules.js';
import type { Settings } from './shared/config/settings.js';
import { assertMigrated, migrate } from './shared/database/migrate.js';

/** Brings the schema up to date, or only sees to it that it is. */
export function prepareSchema(databaseUrl: string, { MIGRATE }: Settings): Promise<void> {
  return MIGRATE ? migrate(databaseUrl, SCHEMAS) : assertMigrated(databaseUrl, SCHEMAS);
}
