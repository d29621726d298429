import type { FoyerModule } from '../../shared/foyer-module.js';
import { forgetAuditEntries } from './audit.jobs.js';
import { auditList } from './audit-reads.js';
import { AuditModule } from './audit.module.js';
import { removeSampleAuditEntries, sampleAuditEntries } from './audit.sample.js';

export const audit: FoyerModule = {
  nest: AuditModule,
  tags: { audit: 'Who changed which record' },
  entities: [],
  // The table belongs to `shared/audit`, which records.
  migrations: [],
  events: {},
  jobs: [forgetAuditEntries],
  lists: [auditList],
  scopes: ['audit:read'],
  problems: {},
  sample: sampleAuditEntries,
  removeSample: removeSampleAuditEntries,
};
