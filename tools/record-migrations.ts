/**
 * Records the hashes of new migrations. Recorded hashes stay: tests fail if a migration changes (decision 82). Name a
 * migration on the command line to record it again; do so only for migrations that are not in a release.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { SCHEMAS } from '#built/application/modules.js';
import { migrationHashes } from '#built/shared/database/schema/migration-hashes.js';

const RECORD = 'test/architecture/migrations/migration-hashes.json';

const recorded = JSON.parse(readFileSync(RECORD, 'utf8')) as Record<string, string>;
for (const name of process.argv.slice(2)) delete recorded[name];
const all = { ...Object.fromEntries(await migrationHashes(SCHEMAS)), ...recorded };
const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(RECORD, `${JSON.stringify(sorted, null, 2)}\n`);
