import type { Faults } from '../kernel/errors.js';

/** The faults of a health check: the parts of the service that fail, and the work that makes no progress. */
export const HEALTH_FAULTS: Faults = {
  database_failing: {
    meaning: 'The database can not be asked, has no tables, or is read-only.',
    remedy: 'The operator looks at the database and at `DATABASE_URL`.',
  },
  migrations_failing: {
    meaning: 'Migrations of this release are not applied.',
    remedy: 'The operator applies the migrations.',
  },
  jobs_failing: {
    meaning: 'The tables of the background jobs do not exist, or can not be read.',
    remedy: 'The operator starts a process of this release, which creates them.',
  },
  lanes_failing: {
    meaning: 'The work that waits in lanes, such as deliveries, can not be read.',
    remedy: 'The operator looks at the database.',
  },
  jobs_stalled: stalled('background jobs'),
  lanes_stalled: stalled('work in lanes, such as deliveries'),
};

/** The fault of background work that looks for more no longer. */
export function stalled(work: string) {
  return {
    meaning: `This worker has not looked for ${work} for a while.`,
    remedy: 'The operator restarts the worker, and looks for the cause in its log.',
  };
}
