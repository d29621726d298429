import { apiKeyMigrations } from '../shared/auth/keys/api-key.migration.js';
import { foundationMigrations } from '../shared/database/schema/foundation.migration.js';
import { auditMigrations } from '../shared/audit/audit.migration.js';
import { forgetEvents } from '../shared/events/events.jobs.js';
import { eventMigrations } from '../shared/events/events.migration.js';
import { tenantSlugMigrations } from '../shared/auth/tenant-slug.migration.js';
import { SHARED_FAULTS } from '../shared/fields/fault-codes.js';
import type { FoyerPart } from '../shared/foyer-module.js';
import { SHARED_PROBLEMS } from '../shared/http/problems/problem-codes.js';
import { idempotencyMigrations } from '../shared/idempotency/idempotency.migration.js';
import { forgetAnswers } from '../shared/idempotency/idempotency.jobs.js';
import { HEALTH_FAULTS } from '../shared/health/health-faults.js';
import { jobGauges } from '../shared/health/job-gauges.js';
import { partitionMigrations } from '../shared/database/schema/partitions.migration.js';
import { partitionRoutines } from '../shared/database/schema/partitions.routines.js';
import { eraseLateMentions, eraseMentions, fillPersonIndex } from '../shared/personal-data/personal.jobs.js';
import { personalMigrations } from '../shared/personal-data/personal.migration.js';
import { personalRoutines } from '../shared/personal-data/personal.routines.js';
import { schemaFloorRoutines } from '../shared/database/schema/schema-floor.routines.js';
import { removeOrphans } from '../shared/storage/storage.jobs.js';
import { storageMigrations } from '../shared/storage/storage.migration.js';

/** The parts that `shared` contributes, declared in the same form as a module. */
export const foundation: FoyerPart = {
  entities: [],
  migrations: [
    ...foundationMigrations,
    ...storageMigrations,
    ...eventMigrations,
    ...apiKeyMigrations,
    ...partitionMigrations,
    ...tenantSlugMigrations,
    ...personalMigrations,
    ...idempotencyMigrations,
    ...auditMigrations,
  ],
  routines: [...partitionRoutines, ...personalRoutines, ...schemaFloorRoutines],
  weeklyTables: ['event'],
  monthlyTables: ['audit_entry'],
  events: {},
  jobs: [forgetEvents, forgetAnswers, removeOrphans, fillPersonIndex, eraseMentions, eraseLateMentions],
  lists: [],
  scopes: ['metrics:read'],
  problems: SHARED_PROBLEMS,
  faults: { ...SHARED_FAULTS, ...HEALTH_FAULTS },
  gauges: jobGauges,
};
