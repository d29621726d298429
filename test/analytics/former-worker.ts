import { BreakdownStore } from '../../src/modules/analytics/rollups/breakdown-store.js';
import { DeltaStore } from '../../src/modules/analytics/rollups/delta-store.js';
import { TotalStore } from '../../src/modules/analytics/rollups/total-store.js';
import { UnitOfWork } from '../../src/shared/database/transactions/unit-of-work.js';
import { inContext } from '../../src/shared/database/transactions/work-context.js';
import type { TestService } from '../support/test-service.js';

/** The columns of `analytics_total` that the release before knows. */
export const FORMER_COLUMNS = `
  tenant_id, scope, days, day, visits, engaged_ms, bounces, conversions, questions, quarters, running`;

/** Adds all deltas as a worker of the release before does: also to audiences without rollups, of which it knows nothing. */
export async function foldAsBefore({ app, pool, home }: TestService, audienceId: string): Promise<void> {
  const known = await pool.query<{ key: string }>(
    `select days || ' ' || day as key from analytics_total where scope = $1`,
    [audienceId],
  );
  await inContext({ tenantId: home.id }, () =>
    app.get(UnitOfWork).run(async () => {
      const deltas = await app.get(DeltaStore).take(1000);
      await app.get(TotalStore).add(deltas);
      await app.get(BreakdownStore).add(deltas);
    }),
  );
  await pool.query(
    `with written as (
       delete from analytics_total where scope = $1 and days || ' ' || day <> all($2) returning *
     )
     insert into analytics_total (${FORMER_COLUMNS}) select ${FORMER_COLUMNS} from written`,
    [audienceId, known.rows.map(({ key }) => key)],
  );
}
