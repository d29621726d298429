import { Migration20261115002100KeyRateLimit } from '../shared/auth/rate-limit.migration.js';
import {
  Migration20261115000000Foundation,
  Migration20261116000000AnswerAges,
} from '../shared/database/schema/foundation.migration.js';
import { forgetEvents } from '../shared/events/events.jobs.js';
import {
  Migration20261115000821Events,
  Migration20261116000821EventKeys,
  Migration20261117000821EventPartitions,
} from '../shared/events/events.migration.js';
import { Migration20261118000000TenantSlugs } from '../shared/auth/tenant-slug.migration.js';
import type { FoyerPart } from '../shared/foyer-module.js';
import { SHARED_PROBLEM_CODES } from '../shared/http/problems/problem-codes.js';
import { forgetAnswers } from '../shared/idempotency/idempotency.jobs.js';
import { jobGauges } from '../shared/health/job-gauges.js';
import { Migration20261117000000Partitions } from '../shared/database/schema/partitions.migration.js';
import { partitionRoutines } from '../shared/database/schema/partitions.routines.js';
import { removeOrphans } from '../shared/storage/storage.jobs.js';
import {
  Migration20261115000030Storage,
  Migration20261115000031DoomedFiles,
  Migration20261116000030LooseFileKeys,
} from '../shared/storage/storage.migration.js';

/** What `shared` brings along, stated as a module states it. */
export const foundation: FoyerPart = {
  entities: [],
  migrations: [
    Migration20261115000000Foundation,
    Migration20261115000030Storage,
    Migration20261115000031DoomedFiles,
    Migration20261115000821Events,
    Migration20261115002100KeyRateLimit,
    Migration20261116000000AnswerAges,
    Migration20261116000030LooseFileKeys,
    Migration20261116000821EventKeys,
    Migration20261117000000Partitions,
    Migration20261117000821EventPartitions,
    Migration20261118000000TenantSlugs,
  ],
  routines: partitionRoutines,
  weeklyTables: ['event'],
  events: {},
  jobs: [forgetEvents, forgetAnswers, removeOrphans],
  lists: [],
  scopes: ['metrics:read'],
  problems: SHARED_PROBLEM_CODES,
  gauges: jobGauges,
};
