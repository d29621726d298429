import type { DatabaseGauge } from '../../../shared/health/database-gauges.js';

export const versionGauges: readonly DatabaseGauge[] = [
  {
    name: 'foyer_versions',
    help: 'Versions that are not published, archived or cancelled, by status',
    labels: ['status'],
    // Two conditions, because each has an index of its own.
    sql: `select status, count(*) as value from audience_version
          where status in ('queued', 'processing') group by status
          union all
          select status, count(*) from audience_version where status in ('pending', 'draft') group by status`,
  },
];
