import { Injectable } from '@nestjs/common';
import { PreparedRead, PreparedReads } from '../../../shared/database/records/prepared-reads.js';
import { PreparedWrite, PreparedWrites } from '../../../shared/database/records/prepared-writes.js';
import { AudienceRollups } from './audience-rollups.js';
import { FullDays } from './full-days.js';

/** Number of scopes in one transaction. */
const STEP = 100;

export const TENANTS_TO_UPGRADE = 'select tenant_id as "tenantId" from analytics_upgrade order by tenant_id';

const nextScope = (after: string) => `
  (select t.scope from analytics_total t where t.tenant_id = $1 and t.scope > ${after} order by t.scope limit 1)`;

/** Skips from scope to scope without reading the other rows. */
const nextScopes = new PreparedRead<{ scope: string }>(
  'analytics_upgrade.next',
  `with recursive found as (
     ${nextScope('(select u.scope from analytics_upgrade u where u.tenant_id = $1)')}
     union all
     select next.scope from found, lateral ${nextScope('found.scope')} next
   )
   select scope from found limit ${STEP}`,
);

const moveOn = new PreparedWrite(
  'analytics_upgrade.move',
  'update analytics_upgrade set scope = $2 where tenant_id = $1',
);

const finish = new PreparedWrite(
  'analytics_upgrade.finish',
  'delete from analytics_upgrade where tenant_id = $1',
);

/** Brings rollups that an earlier release wrote to the present rules, scope by scope. */
@Injectable()
export class RollupUpgrade {
  constructor(
    private readonly reads: PreparedReads,
    private readonly writes: PreparedWrites,
    private readonly fullDays: FullDays,
    private readonly audiences: AudienceRollups,
  ) {}

  /** Only one caller of a tenant may change the rollups at a time, in a unit of work. */
  async step(): Promise<void> {
    const scopes = (await this.reads.all(nextScopes)).map(({ scope }) => scope);
    await this.fullDays.noteStored(scopes);
    await this.audiences.removeNeedless(scopes);
    if (scopes.length < STEP) await this.writes.run(finish);
    else await this.writes.run(moveOn, scopes.at(-1));
  }
}
